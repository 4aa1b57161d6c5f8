// A request that takes a search, in a Worker of its own. Its only message has the compiled module, the request and the
// network. It answers with the messages of the study. To cancel the request, the page ends the Worker.

import init, { study } from "./luctor_engine.js";
import { reportRejections } from "./worker_errors.js";

reportRejections();

self.onmessage = async ({ data: { module, request, network } }) => {
  await init({ module_or_path: module });
  study(request, new Uint8Array(network), (message) => self.postMessage(message));
};
