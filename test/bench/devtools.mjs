import { rememberTour, startWithStorage } from "../browser/support/backends.mjs";

/**
 * Creates a browser context that is connected to its backend. With `isNew`, the context has never opened the app and
 * shows the tour. Blocks service workers, which would fetch all files during the measurement.
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

/** Opens a page in a new context, with a DevTools session. The caller must close the context. */
export async function openPage(browser, session, options = {}) {
  const context = await openContext(browser, session, options);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Slows the page's main thread by a factor. 1 is full speed. */
export function slowDown(devtools, times) {
  return devtools.send("Emulation.setCPUThrottlingRate", { rate: times });
}

/** Returns the size of the reachable JavaScript heap, in bytes. */
export async function heapBytes(devtools) {
  // A second garbage collection frees what the first one has released.
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize;
}

/** Types of snapshot nodes that the engine creates for itself, or that are outside its heap. */
const ENGINE_NODE_TYPES = new Set(["code", "object shape", "hidden", "native", "synthetic"]);

/** Returns the size of all objects, strings and closures, in bytes. Excludes compiled code, which keeps growing. */
async function measureObjectBytes(devtools) {
  const chunks = [];
  const addChunk = ({ chunk }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", addChunk);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", addChunk);
  const { snapshot, nodes } = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!ENGINE_NODE_TYPES.has(types[type][nodes[node + type]])) bytes += nodes[node + size];
  return bytes;
}

/**
 * Measures what the page retains: the size of the heap and of its objects in bytes, the number of live nodes
 * (including detached ones), and the number of listeners.
 */
export async function measureRetained(devtools) {
  const heap = await heapBytes(devtools);
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { heap, objects: await measureObjectBytes(devtools), nodes, listeners: jsEventListeners };
}
