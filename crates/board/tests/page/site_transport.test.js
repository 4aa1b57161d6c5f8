// The transport of a page without a server (crates/web/site/transport.js), beside stand-ins for what scripts/site puts there.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "luctor-transport-"));
after(() => rmSync(folder, { recursive: true }));
cpSync(new URL("../../../web/site/transport.js", import.meta.url), join(folder, "transport.js"));
for (const [name, source] of Object.entries({
  "package.json": '{ "type": "module" }',
  "languages.js": "export const text = { engine: { failed: (error) => `failed: ${error}` } };",
  "luctor_rules.js": "export default async () => {}; export const answer = () => '';",
  "offline.js": "export const keepForOffline = () => {};",
  // Each file is an empty module of WebAssembly.
  "node.js": `import { gzipSync } from "node:zlib";
    export const workers = [];
    export const fetch = async () => new Response(gzipSync(Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])));
    export class Worker {
      isRunning = true;
      constructor() { workers.push(this); }
      postMessage(message) { this.started?.(message); }
      terminate() { this.isRunning = false; }
    }`,
}))
  writeFileSync(join(folder, name), source);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const [{ openStudy }, { Worker, workers }] = [await load("transport.js"), await load("node.js")];

test("the Worker of a study ends with an error of its own, and when the request is cancelled", async () => {
  const task = { kind: "play_out", game: { variant: "emergo" } };
  const study = async () => {
    const told = [];
    const started = new Promise((resolve) => (Worker.prototype.started = resolve));
    const close = openStudy(task, { onMessage: (message) => told.push(message), onEnd: (sentence) => told.push(sentence) });
    assert.equal((await started).request, JSON.stringify(task));
    return { worker: workers.at(-1), told, close };
  };
  const failed = await study();
  failed.worker.onerror({ message: "out of memory" });
  assert.deepEqual([failed.worker.isRunning, failed.told], [false, ["failed: out of memory"]]);
  const cancelled = await study();
  cancelled.worker.onmessage({ data: "progress" });
  cancelled.close();
  assert.deepEqual([cancelled.worker.isRunning, cancelled.told], [false, ["progress"]]);
});
