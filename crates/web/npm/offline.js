// In the place of the page's file of this name: the package registers no service worker.

export function keepForOffline() {}
