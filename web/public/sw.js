/*
 * Keeps the page's files, so that it opens without a network and at once with one. What is said by
 * the server (/api) and the line to a table (/live) never come from here.
 *
 * - An address of the page is asked for from the server first, since the page and the server must
 *   fit together; when nobody answers soon, the page that was kept is shown.
 * - Files with a hash in their name never change: once kept, they are not asked for again.
 * - Other files (icons, words) are shown as they were kept, and renewed beside.
 */

const KEPT = "upturn-1";
const SHELL = "/";
const FILES = "/static/";
const HASHED = "/static/assets/";
const NETWORK_TIMEOUT = 3000; // ms
const MOST_HASHED = 120; // files of pages that are no more go when it gets crowded

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([keepShell(), self.skipWaiting()]),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(url.pathname)) event.respondWith(page(event));
  } else if (url.pathname.startsWith(HASHED)) event.respondWith(once(request));
  else if (url.pathname.startsWith(FILES)) event.respondWith(renewed(event));
});

/** What is for programs, or a file, is not the page. */
function isPage(path) {
  return !/^\/(api|live|static|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

/** The page and what its first load needs. */
async function keepShell() {
  const answer = await fetch(SHELL, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`no page: ${answer.status}`);
  await keepPage(answer);
}

async function keepPage(answer) {
  const cache = await caches.open(KEPT);
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:src|href)="(\/static\/assets\/[^"]+)"/g)].map((match) => match[1]);
  const known = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, index) => !known[index]));
  await cache.put(SHELL, answer);
  await tidy(cache, files);
}

async function page(event) {
  const kept = caches.match(SHELL);
  const asked = fetch(event.request).then((answer) => {
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) {
      event.waitUntil(keepPage(answer.clone()).catch(() => {}));
    }
    return answer;
  });
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT)).then(() => kept);
  try {
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch (problem) {
    const shell = await kept;
    if (shell) return shell;
    throw problem;
  }
}

async function once(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function renewed(event) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(event.request);
  const asked = fetch(event.request).then(async (answer) => {
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  });
  if (!known) return asked;
  event.waitUntil(asked.catch(() => {}));
  return known;
}

async function tidy(cache, needed) {
  const hashed = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(HASHED));
  const old = hashed.filter(({ url }) => !needed.includes(new URL(url).pathname));
  const excess = Math.max(0, hashed.length - MOST_HASHED);
  await Promise.all(old.slice(0, excess).map((request) => cache.delete(request)));
}
