// An engine in a Worker. The first message has the compiled module, and is answered when the engine runs. The following
// messages are lines of UGI and networks. Answers are lists of lines. Between two slices of a search the Worker reads its
// messages.

import init, { WebEngine } from "./luctor_engine.js";
import { reportRejections } from "./worker_errors.js";

/** @type {WebEngine} */
let engine;

/** @param {string} text lines that end with a newline */
function send(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length > 0) self.postMessage({ lines });
}

// A message to itself comes after the messages of the page that are waiting. A timer would wait for milliseconds.
const { port1, port2 } = new MessageChannel();
let isStepDue = false;

function stepSoon() {
  if (isStepDue) return;
  isStepDue = true;
  port2.postMessage(null);
}

port1.onmessage = () => {
  isStepDue = false;
  const goesOn = engine.step();
  send(engine.lines());
  if (goesOn) stepSoon();
};

reportRejections();

self.onmessage = async ({ data: { module, network, line } }) => {
  if (module) {
    await init({ module_or_path: module });
    engine = new WebEngine();
    self.postMessage({ lines: [] });
  } else if (network) {
    engine.setNetwork(new Uint8Array(network));
  } else {
    send(engine.line(line));
    stepSoon();
  }
};
