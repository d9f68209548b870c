// The hall of a page without a server. The page posts JSON texts and gets JSON texts;
// the documentation of the crate `browser` lists them. Whoever serves it puts the
// addresses of two files into the double braces.
import init, { Worker as Desk } from "{{browser.js}}";

// setTimeout takes no longer times.
const LONGEST = 2 ** 31 - 1;
const waiting = [];
let desk = null;
let timer = null;
let thinker = null;

// Computers think in a worker of their own, so that the tables go on meanwhile. Where
// a worker cannot start another one, they think here.
function think(text) {
  if (typeof Worker === "undefined") {
    setTimeout(() => thinkHere(text));
    return;
  }
  if (thinker === null) {
    thinker = new Worker(import.meta.url, { type: "module" });
    thinker.onerror = lost;
    thinker.onmessage = (event) =>
      event.data.startsWith('{"role":"broken"') ? lost() : receive(event.data);
  }
  thinker.postMessage(text);
}

function thinkHere(text) {
  const found = [];
  guarded(() => desk?.receive(text, (answer) => found.push(answer)));
  for (const answer of found) {
    answer.startsWith('{"role":"thought"') ? receive(answer) : post(answer);
  }
}

function lost() {
  thinker?.terminate();
  thinker = null;
  receive('{"role":"thinker-lost"}');
}

function post(text) {
  if (text.startsWith('{"role":"question"')) {
    think(text);
  } else {
    self.postMessage(text);
  }
}

function guarded(act) {
  try {
    act();
  } catch (error) {
    desk = null;
    self.postMessage(JSON.stringify({ role: "broken", reason: String(error) }));
    self.close();
  }
}

function receive(text) {
  if (desk === null) {
    waiting.push(text);
    return;
  }
  guarded(() => desk.receive(text, post));
  sleep();
}

function sleep() {
  clearTimeout(timer);
  const wait = desk?.wait();
  if (wait !== undefined) {
    timer = setTimeout(() => {
      guarded(() => desk.wake(post));
      sleep();
    }, Math.min(wait, LONGEST));
  }
}

self.onmessage = (event) => receive(event.data);

await init({ module_or_path: new URL("{{browser.wasm}}", import.meta.url) });
const bytes = crypto.getRandomValues(new Uint8Array(32));
desk = new Desk(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
waiting.splice(0).forEach(receive);
