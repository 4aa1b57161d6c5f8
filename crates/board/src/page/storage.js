// What the browser keeps between two visits: settings, and the game with its tree. The data have a version. Data of
// another version or form are ignored.

const VERSION = 1;

/** The browser's storage. If the browser blocks it, it is empty and cannot be written. */
function browserStorage() {
  try {
    if (globalThis.localStorage) return globalThis.localStorage;
  } catch {
    // Such as for a person who allows no site data.
  }
  return {
    getItem: () => null,
    setItem: () => {
      throw new Error("no storage");
    },
  };
}

/** A value in the browser's storage. `isValid` checks the form of what was read. */
export class Stored {
  #key;
  #isValid;

  constructor(name, isValid, storage = browserStorage()) {
    this.#key = `luctor.${name}`;
    this.#isValid = isValid;
    this.storage = storage;
  }

  /** {value}, or {value: null, isBad}: is there something that cannot be used? */
  read() {
    try {
      const stored = this.storage.getItem(this.#key);
      if (stored === null) return { value: null, isBad: false };
      const { version, value } = JSON.parse(stored);
      return version === VERSION && this.#isValid(value) ? { value, isBad: false } : { value: null, isBad: true };
    } catch {
      return { value: null, isBad: true };
    }
  }

  /** Returns false if the browser does not store it. */
  write(value) {
    try {
      this.storage.setItem(this.#key, JSON.stringify({ version: VERSION, value }));
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
  turned: false,
  threats: true,
  sounds: true,
  fast: false,
  scores: false,
  level: 0,
  /** The keys of the solved lessons, with blanks between them. */
  lessons: "",
};

/** The settings. A value of another type is ignored. */
export class Settings {
  #stored;

  constructor(storage = browserStorage()) {
    this.#stored = new Stored("settings", (value) => typeof value === "object" && value !== null, storage);
    const { value, isBad } = this.#stored.read();
    this.isBad = isBad;
    this.values = { ...DEFAULTS };
    for (const [key, known] of Object.entries(DEFAULTS)) if (typeof value?.[key] === typeof known) this.values[key] = value[key];
  }

  set(key, value) {
    this.values[key] = value;
    this.#stored.write(this.values);
  }
}
