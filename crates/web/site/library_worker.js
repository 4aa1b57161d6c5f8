// The library in a Worker, because files of games and tables take time. The first message has the compiled module. The
// following messages have a number; the answer has the same one.

import init, { Library } from "./luctor_library.js";
import { reportRejections } from "./worker_errors.js";

reportRejections();

/** @type {Promise<Library>} */
let library;

const start = async (module) => {
  await init({ module_or_path: module });
  return new Library();
};

self.onmessage = async ({ data: { module, number, add, request } }) => {
  if (module) {
    library = start(module);
    return;
  }
  const known = await library;
  if (add) known.add(add.variant, add.games, add.book);
  self.postMessage({ number, response: request ? known.answer(request) : "" });
};
