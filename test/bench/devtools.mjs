// What only the browser's own protocol tells of a page, and does to it.
import { rememberTour, startWithStorage } from "../browser/support/backends.mjs";

/**
 * A browser whose tabs are connected to their backend. With `isNew` it has never seen the app, and the tour comes. The
 * service worker is left out: it fetches all files at a time of its own, in the middle of what is measured.
 */
export async function openContext(browser, session, { isNew = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
    ...options,
  });
  await startWithStorage(context, session);
  if (!isNew) await rememberTour(context);
  return context;
}

/** A page of such a browser, and its protocol. Close the context. */
export async function openPage(browser, session, options = {}) {
  const context = await openContext(browser, session, options);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Slows the page's main thread so many times; 1 is as it is. */
export function slowDown(devtools, times) {
  return devtools.send("Emulation.setCPUThrottlingRate", { rate: times });
}

/** Bytes of the JavaScript heap, of what something still holds. */
export async function heapBytes(devtools) {
  // The second time takes what the first has let go of.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize;
}

/** Kinds of things in a snapshot that the engine makes for itself, or that stand outside of its heap. */
const NOT_OURS = new Set(["code", "object shape", "hidden", "native", "synthetic"]);

/** Bytes of all objects, strings and closures. What is compiled of a page grows long after it was first opened. */
async function objectBytes(devtools) {
  const chunks = [];
  const keep = ({ chunk }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const { snapshot, nodes } = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!NOT_OURS.has(types[type][nodes[node + type]])) bytes += nodes[node + size];
  return bytes;
}

/**
 * What the page holds: bytes of its heap, and of the objects in it; nodes that are alive, also those that stand
 * nowhere; and listeners.
 */
export async function heldBy(devtools) {
  const heap = await heapBytes(devtools);
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { heap, objects: await objectBytes(devtools), nodes, listeners: jsEventListeners };
}
