// Answers requests of the page from a cache with all its files, so that it works without a connection. `scripts/site`
// fills in the names of the files and the version. A new version is used when all pages of the old one are closed.

const CACHE = `luctor @VERSION@ ${self.registration.scope}`;
const FILES = ["@FILES@"];

self.addEventListener("install", (event) => {
  // The HTTP cache of the browser may have files of an older version.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  // Only caches of this folder: a host may serve several pages.
  const isOld = (name) => name.startsWith("luctor ") && name.endsWith(` ${self.registration.scope}`) && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const find = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(find());
});
