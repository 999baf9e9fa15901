// Runs the steps of a command in parallel. Prints the output of each step separately.
import { StepError, withOutput } from "./steps.mjs";

/**
 * Creates a printer that prints the output of one step at a time, in the order in which the steps
 * started. Buffers the output of later steps.
 */
function createPrinter(write) {
  const queue = [];
  const flush = () => {
    while (queue[0] !== undefined) {
      if (queue[0].text !== "") write(queue[0].text);
      queue[0].text = "";
      if (!queue[0].isEnded) return;
      queue.shift();
    }
  };
  return (name) => {
    const entry = { text: `\n── ${name}\n`, isEnded: false };
    const add = (text) => {
      entry.text += text;
      flush();
    };
    const end = () => {
      entry.isEnded = true;
      flush();
    };
    queue.push(entry);
    flush();
    return { add, end };
  };
}

/**
 * Runs each step (`{ name, run, needs, isWaiting }`) after the steps in its `needs`. Ignores unknown names in
 * `needs`. Runs at most `limit` steps at the same time, not counting steps that wait for the network. After a
 * failure, no other step starts, but running steps finish. Resolves with `{ name, ms, error }` for each step that
 * ran, in the order of the steps.
 */
export async function runSteps(steps, { limit = Number.POSITIVE_INFINITY, write } = {}) {
  const open = createPrinter(write ?? ((text) => process.stdout.write(text)));
  const names = new Set(steps.map(({ name }) => name));
  const running = new Map();
  const results = new Map();

  async function start(step) {
    const started = performance.now();
    const { add, end } = open(step.name);
    const error = await withOutput(add, async () => step.run()).then(
      () => undefined,
      (reason) => reason,
    );
    if (error !== undefined) add(`${error instanceof StepError ? error.message : error.stack}\n`);
    end();
    running.delete(step);
    results.set(step.name, { name: step.name, ms: performance.now() - started, error });
  }

  function canStart(step) {
    if (running.has(step) || results.has(step.name)) return false;
    if (step.needs?.some((need) => names.has(need) && !results.has(need))) return false;
    return step.isWaiting || [...running.keys()].filter(({ isWaiting }) => !isWaiting).length < limit;
  }

  for (;;) {
    const hasFailed = [...results.values()].some(({ error }) => error !== undefined);
    for (const step of hasFailed ? [] : steps) if (canStart(step)) running.set(step, start(step));
    if (running.size === 0) return steps.flatMap(({ name }) => results.get(name) ?? []);
    await Promise.race(running.values());
  }
}
