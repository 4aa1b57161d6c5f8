// What tsc does not know: Node.js, and the modules that scripts/site generates.

declare module "node:*";
declare module "*/luctor_rules.js";

/** In Node.js. */
declare var process: { versions?: { node?: string } } | undefined;

interface ObjectConstructor {
  /** Narrows the key, too. */
  hasOwn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table;
}
