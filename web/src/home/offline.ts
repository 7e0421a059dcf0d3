/** The page can be opened without a network: a service worker keeps its files. */

export function beginOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // without it the page works all the same, as long as there is a network
    });
  });
}
