// Several tabs of the page in one browser. Each tab keeps its game under a key of its own, so that no tab overwrites the game
// of another one. As long as a tab is open, it holds a Web Lock with the name of its key. A new tab continues the game that
// was stored last, among those that no open tab has.

import { browserStorage, Stored } from "./storage.js";

/** The key of the first tab. Further tabs add a number. */
const FIRST = "game";
/** Milliseconds that a tab waits for its key: when it is loaded again, the lock of the old page may not be free yet. */
const PATIENCE = 2_000;

/** Holds a lock until the tab is closed. Returns false if another tab holds it. */
function hold(locks, name, options) {
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
  const remembered = new Stored("tab", (value) => typeof value === "string", memory);
  const own = remembered.read().value;
  const lockOf = (key) => `luctor.${key}`;
  const others = taken.filter((name) => name.startsWith(lockOf(FIRST)) && name !== lockOf(own));
  const use = (key, hasOthers) => {
    remembered.write(key);
    return { key, hasOthers };
  };
  if (own !== null && (await hold(locks, lockOf(own), { signal: AbortSignal.timeout(PATIENCE) }))) return use(own, others.length > 0);
  const unused = Array.from({ length: taken.length + stored.length + 1 }, (_, index) => (index === 0 ? FIRST : `${FIRST}.${index + 1}`));
  for (const key of [...stored, ...unused]) {
    if (await hold(locks, lockOf(key), { ifAvailable: true })) return use(key, taken.some((name) => name.startsWith(lockOf(FIRST))));
  }
  return only;
}
