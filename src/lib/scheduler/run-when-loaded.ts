/**
 * Loads a module and runs a function that starts something and returns a stop function. Returns a
 * function that stops it. Ignores a module that fails to load, for example offline.
 */
export function runWhenLoaded<Module>(
  load: () => Promise<Module>,
  start: (module: Module) => () => void,
): () => void {
  let isCanceled = false;
  let stop: (() => void) | undefined;
  async function run() {
    const module = await load().catch(() => null);
    if (module !== null && !isCanceled) stop = start(module);
  }
  void run();
  return () => {
    isCanceled = true;
    stop?.();
  };
}
