// What only the browser's own protocol tells of a page, and does to it.
import { startWithStorage } from "../browser/backends.mjs";

/** A browser that has never seen the app, and whose tabs are connected to its backend. */
export async function openContext(browser, session, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await startWithStorage(context, session);
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

/** What the page holds: bytes of its heap, nodes that are alive, also those that stand nowhere, and listeners. */
export async function heldBy(devtools) {
  const heap = await heapBytes(devtools);
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { heap, nodes, listeners: jsEventListeners };
}
