// The rules in a Worker, for requests that take long, such as a file of games. The first message has the compiled module. The
// following ones are numbered requests of the JSON interface.

import init, { answer } from "./luctor_web.js";

// The function that answers messages is async: its exceptions are rejected promises, of which the page learns nothing.
// Thrown here, they are errors of the Worker.
self.addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});

let started = Promise.resolve();

self.onmessage = async ({ data: { module, number, request } }) => {
  if (module) started = init({ module_or_path: module });
  await started;
  if (request) self.postMessage({ number, response: answer(request) });
};
