// Several tabs of the page in one browser. Each tab keeps its game under a key of its own, so that no tab overwrites the game
// of another one. As long as a tab is open, it holds a Web Lock with the name of its key. A new tab continues the game that
// was stored last, among those that no open tab has.

import { browserStorage, Stored } from "./storage.js";

/** The key of the first tab. Further tabs add a number. */
const FIRST = "game";
/** Milliseconds that a tab waits for its key: when it is loaded again, the lock of the old page may not be free yet. */
const LOCK_TIMEOUT = 2_000;

/** @type {(value: unknown) => value is string} */
const isText = (value) => typeof value === "string";

/** Holds a lock until the tab is closed. Returns false if another tab holds it. @returns {Promise<boolean>} */
function hold(/** @type {LockManager} */ locks, /** @type {string} */ name, /** @type {LockOptions} */ options) {
  return new Promise((resolve) => {
    const held = locks.request(name, options, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
    // The time is up, or the browser allows no locks.
    held.catch(() => resolve(false));
  });
}

/**
 * The key under which this tab keeps its game, and whether other tabs are open.
 *
 * @param {string[]} stored the keys with a game, the last one that was stored first
 * @param {{ locks?: LockManager, memory?: Pick<Storage, "getItem" | "setItem"> }} browser `memory` is of this tab only
 * @returns {Promise<{ key: string, hasOthers: boolean }>}
 */
export async function keyOfTab(stored, { locks = globalThis.navigator?.locks, memory = browserStorage("sessionStorage") } = {}) {
  const only = { key: stored[0] ?? FIRST, hasOthers: false };
  let taken;
  try {
    const { held = [] } = await locks.query();
    taken = held.map(({ name = "" }) => name);
  } catch {
    // Some browsers and addresses have no locks.
    return only;
  }
  // A tab remembers its key when it is loaded again.
  const remembered = new Stored("tab", isText, memory);
  const own = remembered.read().value;
  const lockOf = (/** @type {string} */ key) => `luctor.${key}`;
  const use = (/** @type {string} */ key) => {
    remembered.write(key);
    return { key, hasOthers: taken.some((name) => name.startsWith(lockOf(FIRST)) && name !== lockOf(key)) };
  };
  if (own !== null && (await hold(locks, lockOf(own), { signal: AbortSignal.timeout(LOCK_TIMEOUT) }))) return use(own);
  const length = taken.length + stored.length + 1;
  const unused = Array.from({ length }, (_, index) => (index === 0 ? FIRST : `${FIRST}.${index + 1}`));
  for (const key of [...stored, ...unused]) {
    if (await hold(locks, lockOf(key), { ifAvailable: true })) return use(key);
  }
  return only;
}
