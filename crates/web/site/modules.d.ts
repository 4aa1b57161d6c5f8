// Modules that tsc does not find: of Node.js, and of scripts/site, which generates them.

declare module "node:*";
declare module "*/luctor_rules.js";
