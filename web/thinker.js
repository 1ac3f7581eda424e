// thinker.js: the page's side of a worker that thinks.
//
// The engine stands in the page as text and is compiled once, after the first paint; workers get the
// compiled module, so that a new one starts in a few milliseconds. stop() ends the worker, whatever
// it was doing: what it had proved is lost, the page is not kept waiting.

/** @param {string} id */
const embedded = (id) => document.getElementById(id)?.textContent ?? "";

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** Base64 of gzip.
 * @param {string} text */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const { DecompressionStream } = /** @type {any} */ (globalThis); // TypeScript 4.8 does not know it
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The engine is the last of the page, so that the board is there before it. */
const pageIsRead = new Promise((done) => {
  if (document.readyState === "loading")
    addEventListener("DOMContentLoaded", done);
  else
    done(null);
});

function engineModule() {
  compiled ??= pageIsRead.then(() => unpacked(embedded("engine")))
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** @type {string | null} */
let workerAddress = null;

export class Stopped extends Error {}

export class Thinker {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void,
     *   tell: ((told: any) => void) | undefined}>} */
    this.waiting = new Map();
    this.count = 0;
    this.isNew = true; // nothing learned yet: agents begin anew
  }

  /** @param {WebAssembly.Module} module */
  start(module) {
    workerAddress ??= URL.createObjectURL(new Blob([embedded("worker")], { type: "text/javascript" }));
    const worker = new Worker(workerAddress);
    worker.postMessage({ module });
    worker.onmessage = ({ data: { id, told, answer, error } }) => {
      const question = this.waiting.get(id);
      if (!question || this.worker !== worker)
        return;
      if (told !== undefined) {
        question.tell?.(told);
        return;
      }
      this.waiting.delete(id);
      if (error !== undefined)
        question.reject(new Error(error));
      else
        question.resolve(answer);
    };
    return worker;
  }

  /** @param {string} call @param {any[]} args @param {(told: any) => void} [tell] @returns {Promise<any>} */
  ask(call, args, tell) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, tell });
      engineModule().then((module) => {
        if (!this.waiting.has(id))
          return; // stopped before it began
        this.worker ??= this.start(module);
        this.worker.postMessage({ id, call, args });
      }).catch((error) => {
        this.waiting.delete(id);
        reject(error);
      });
    });
  }

  get isBusy() {
    return this.waiting.size > 0;
  }

  close() {
    this.worker?.terminate();
    this.worker = null;
    this.isNew = true;
  }

  /** Whoever waits gets a Stopped. */
  stop() {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    if (waiting.length > 0)
      this.close();
    waiting.forEach(({ reject }) => reject(new Stopped("stopped")));
  }
}
