/** The page can be opened without a network: a service worker keeps its files. */

export function beginOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("controllerchange", keepLoaded);
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // without it the page works all the same, as long as there is a network
    });
  });
}

/** What came before the worker did is asked for once more through it, so that it keeps that too: words, this page. */
function keepLoaded(): void {
  for (const { name } of performance.getEntriesByType("resource")) {
    const { origin, pathname } = new URL(name);
    if (origin === location.origin && pathname.startsWith(import.meta.env.BASE_URL)) fetch(name).catch(() => {});
  }
}
