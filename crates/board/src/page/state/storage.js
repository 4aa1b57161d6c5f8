// What the browser keeps between two visits: settings, and the game with its tree. The data have a version. Data of
// another version or form are ignored.

const VERSION = 1;

/** A storage that is empty and cannot be written. */
const BLOCKED = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error("no storage");
  },
};

/** A storage of the browser, or `BLOCKED` if the browser does not allow it. */
export function browserStorage(/** @type {"localStorage" | "sessionStorage"} */ name = "localStorage") {
  try {
    const storage = globalThis[name];
    // Some browsers refuse the first access, others the first reading.
    storage?.getItem("luctor");
    return storage ?? BLOCKED;
  } catch {
    // Such as for a person who allows no site data.
    return BLOCKED;
  }
}

export const isBlocked = (/** @type {object} */ storage) => storage === BLOCKED;

/** A value in the browser's storage. `isValid` checks the form of what was read. @template Value */
export class Stored {
  #isValid;
  #storage;

  constructor(
    /** @type {string} */ name,
    /** @type {(value: unknown) => value is Value} */ isValid,
    /** @type {Pick<Storage, "getItem" | "setItem">} */ storage = browserStorage(),
  ) {
    this.key = `luctor.${name}`;
    this.#isValid = isValid;
    this.#storage = storage;
  }

  /** `isBad`: is there something that cannot be used? @returns {{ value: Value | null, isBad: boolean }} */
  read() {
    try {
      const stored = this.#storage.getItem(this.key);
      if (stored === null) return { value: null, isBad: false };
      const { version, value } = JSON.parse(stored);
      return version === VERSION && this.#isValid(value) ? { value, isBad: false } : { value: null, isBad: true };
    } catch {
      return { value: null, isBad: true };
    }
  }

  /** Returns false if the browser does not store it. */
  write(/** @type {Value} */ value) {
    try {
      this.#storage.setItem(this.key, JSON.stringify({ version: VERSION, value }));
      return true;
    } catch {
      return false;
    }
  }
}

/** The settings of the page and their values at the first visit. */
const DEFAULTS = {
  language: "",
  layout: "diamond",
  /** The colours of board and pieces, and the brightness of the page. */
  theme: "wood",
  scheme: "system",
  threats: true,
  sounds: true,
  fast: false,
  scores: false,
  level: 0,
  /** The keys of the solved lessons, with blanks between them. */
  lessons: "",
  /** Has the person chosen what to do first? */
  visited: false,
};

/** @typedef {typeof DEFAULTS} Values */

/** @type {(value: unknown) => value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null;

/** The settings. A value of another type is ignored. */
export class Settings {
  #stored;
  /** Called after a change by a field of the page, or in another tab. */
  onChange = () => {};

  constructor(storage = browserStorage()) {
    this.#stored = new Stored("settings", isObject, storage);
    this.values = { ...DEFAULTS };
    this.isBad = this.#read();
    globalThis.addEventListener?.("storage", ({ key }) => {
      if (key !== this.#stored.key) return;
      this.#read();
      this.onChange();
    });
  }

  /** Returns whether there is something that cannot be used. */
  #read() {
    const { value, isBad } = this.#stored.read();
    for (const [key, known] of Object.entries(DEFAULTS)) {
      if (value && typeof value[key] === typeof known) Object.assign(this.values, { [key]: value[key] });
    }
    return isBad;
  }

  /** @template {keyof Values} Key @param {Key} key @param {Values[Key]} value */
  set(key, value) {
    this.values[key] = value;
    this.#stored.write(this.values);
  }
}
