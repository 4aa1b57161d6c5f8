// Keeps the page for use without a connection, by a service worker. It is registered when the first network is loaded,
// so that loading all other files does not delay that network.

let isRegistered = false;

/** Keeps all files of the page. */
export function keepForOffline() {
  if (isRegistered || !("serviceWorker" in navigator)) return;
  isRegistered = true;
  // Some browsers and some addresses do not allow it. The page works without it.
  navigator.serviceWorker.register(new URL("service_worker.js", import.meta.url)).catch(() => {});
}
