// Linter plugin that rejects tests that depend on real time, memory use or fixed ports. Such tests
// fail on slow or busy machines, or on another day.

const MESSAGES = {
  waitForTimeout: "Wait for a state of the page, not for time to pass.",
  networkidle: "Wait for what the page shows: it is idle between two requests, too.",
  now: "Use a fixed time or a fake clock: the result depends on the day of the run.",
  measured: "Do not measure time in a test: the machine may be slow. `npm run bench` measures.",
  memory: "Do not measure memory in a test: garbage collection is not predictable. `npm run bench` measures.",
  wait: "Wait for an event or a state, or use fake timers: no delay is long enough on a slow machine.",
  date: "Replace Date, too: the setup of screen tests stops it, and a list without it would start it again.",
  port: "Let the system choose a free port (0): another run may use this one.",
};

/** Globals that a fake clock replaces by default (without `toFake`). */
const CLOCK_PARTS = ["Date", "setTimeout", "performance"];
const PAGE_CLOCK_CALLS = new Set(["install", "setFixedTime"]);
const MEMORY_NAMES = new Set([
  "memoryUsage",
  "usedJSHeapSize",
  "totalJSHeapSize",
  "measureUserAgentSpecificMemory",
]);
const MEMORY_COMMANDS = new Set(["Runtime.getHeapUsage", "JSHeapUsedSize", "Performance.getMetrics"]);
const TIMING_NAMES = new Set(["duration", "startTime", "responseEnd", "domComplete", "loadEventEnd"]);
const COMPARISONS = new Set([
  "toBeLessThan",
  "toBeLessThanOrEqual",
  "toBeGreaterThan",
  "toBeGreaterThanOrEqual",
  "toBeCloseTo",
]);
const GLOBALS = new Set(["window", "self", "globalThis"]);
const REQUESTS = new Set(["fetch", "goto"]);
/** Matches ports of two or more digits. Requests to one-digit ports are refused on every machine. */
const LOCAL_PORT = /\b(?:localhost|127\.0\.0\.1):\d\d/;

function memberName(node) {
  if (node?.type !== "MemberExpression") return undefined;
  return node.computed ? node.property.value : node.property.name;
}

/** Returns the name of a global: `Date` for both `Date` and `window.Date`. */
function globalName(node) {
  if (node.type === "Identifier") return node.name;
  return GLOBALS.has(node.object?.name) ? memberName(node) : undefined;
}

function isNonZeroNumber(node) {
  return node?.type === "Literal" && typeof node.value === "number" && node.value !== 0;
}

function hasDelay({ arguments: [, delay] }) {
  return delay !== undefined && !(delay.type === "Literal" && delay.value === 0);
}

/** Returns the names in the `toFake` option. Returns undefined without this option. */
function listReplaced(options) {
  const list = options?.properties?.find(({ key }) => key?.name === "toFake")?.value;
  return list?.elements?.map(({ value }) => value);
}

function listsTimersWithoutDate({ callee, arguments: [options] }) {
  if (memberName(callee) !== "useFakeTimers") return false;
  const list = listReplaced(options);
  return list !== undefined && !list.includes("Date");
}

/** Returns the globals that a call replaces with a fake clock of Vitest or Playwright. */
function replacedBy({ callee, arguments: [options] }) {
  const name = memberName(callee);
  if (name === "setSystemTime") return ["Date"];
  if (PAGE_CLOCK_CALLS.has(name))
    return (memberName(callee.object) ?? callee.object.name) === "clock" ? CLOCK_PARTS : [];
  if (name !== "useFakeTimers") return [];
  return listReplaced(options) ?? CLOCK_PARTS;
}

/** Returns x and y of `expect(x).toBeLessThan(y)`, also with `.not`, `.soft` and `.poll`. */
function comparedBy({ callee, arguments: bounds }) {
  if (!COMPARISONS.has(memberName(callee))) return [];
  let subject = callee.object;
  while (subject.type === "MemberExpression") subject = subject.object;
  return subject.type === "CallExpression" ? [...subject.arguments, ...bounds] : bounds;
}

/** Whether a call formats the current time: `new Intl.DateTimeFormat(…).format()` without a date. */
function formatsNow({ callee, arguments: args }) {
  const isFormat = /^format(?:ToParts)?$/.test(memberName(callee)) && args.length === 0;
  return isFormat && memberName(callee.object.callee) === "DateTimeFormat";
}

function isPlaced(inner, outer) {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
}

const noRealTime = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const replaced = new Set();
    const pending = [];
    const timings = [];
    const compared = [];
    const report = (node, message) => context.report({ node, message });
    /** Reports a use of real time, unless a fake clock anywhere in the file replaces it. */
    const reportReal = (node, part, message) => pending.push({ node, part, message });

    function checkText(node, text) {
      if (text === "networkidle") report(node, MESSAGES.networkidle);
      if (MEMORY_COMMANDS.has(text)) report(node, MESSAGES.memory);
    }

    return {
      CallExpression(node) {
        const { callee, arguments: args } = node;
        const name = memberName(callee);
        if (listsTimersWithoutDate(node)) report(node, MESSAGES.date);
        for (const part of replacedBy(node)) replaced.add(part);
        compared.push(...comparedBy(node));
        if (name === "now" && globalName(callee.object) === "Date") reportReal(node, "Date", MESSAGES.now);
        if (globalName(callee) === "Date" || formatsNow(node)) reportReal(node, "Date", MESSAGES.now);
        if (name === "now" && globalName(callee.object) === "performance")
          reportReal(node, "performance", MESSAGES.measured);
        if (globalName(callee) === "setTimeout" && hasDelay(node))
          reportReal(node, "setTimeout", MESSAGES.wait);
        if (name === "listen" && isNonZeroNumber(args[0])) report(node, MESSAGES.port);
        if (
          REQUESTS.has(name ?? callee.name) &&
          args.some((arg) => LOCAL_PORT.test(context.sourceCode.getText(arg)))
        )
          report(node, MESSAGES.port);
      },
      NewExpression(node) {
        if (globalName(node.callee) === "Date" && node.arguments.length === 0)
          reportReal(node, "Date", MESSAGES.now);
      },
      MemberExpression(node) {
        const name = memberName(node);
        if (name === "waitForTimeout") report(node, MESSAGES.waitForTimeout);
        if (MEMORY_NAMES.has(name)) report(node, MESSAGES.memory);
        if (TIMING_NAMES.has(name)) timings.push(node);
      },
      Property(node) {
        if (node.key.name === "port" && isNonZeroNumber(node.value)) report(node, MESSAGES.port);
      },
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked),
      ImportDeclaration(node) {
        if (/^(?:node:)?timers\/promises$/.test(node.source.value)) report(node, MESSAGES.wait);
      },
      "Program:exit"() {
        for (const { node, part, message } of pending) if (!replaced.has(part)) report(node, message);
        for (const timing of timings)
          if (compared.some((outer) => isPlaced(timing, outer))) report(timing, MESSAGES.measured);
      },
    };
  },
};

export default { meta: { name: "tests" }, rules: { "no-real-time": noRealTime } };
