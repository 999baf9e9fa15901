// Formats measurements as Markdown tables for the help pages.
import { median, quantile } from "./statistics.mjs";

const formatKilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const formatMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const formatMilliseconds = (ms) => `${Math.round(ms).toLocaleString("en")} ms`;
const formatSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const share = (value) => `${(100 * value).toFixed(1)}%`;

function formatTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const drawLine = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [drawLine(lines[0]), rule, ...lines.slice(1).map(drawLine)].join("\n");
}

/**
 * Returns a table with a row per figure. Each of the `rows` has a label, a key and a format. Each
 * cell is the median of a column's runs.
 */
function formatFigures(rows, columns) {
  return formatTable([
    ["", ...columns.map(({ name }) => name)],
    ...rows.map(([label, key, format]) => [
      label,
      ...columns.map(({ runs }) => format(median(runs.map((run) => run[key])))),
    ]),
  ]);
}

const VISIT_ROWS = [
  ["time to content", "content", formatMilliseconds],
  ["largest contentful paint", "lcp", formatMilliseconds],
  ["layout shift (CLS)", "cls", (value) => String(Number(value.toFixed(4)))],
  ["blocking time, all long tasks", "blocking", formatMilliseconds],
  ["requests", "requests", String],
  ["JavaScript, transferred with headers", "js", formatKilobytes],
  ["CSS", "css", formatKilobytes],
  ["HTML", "html", formatKilobytes],
  ["data", "data", formatKilobytes],
  ["other", "other", formatKilobytes],
  ["heap", "heap", formatMegabytes],
];

/** Returns a table with a column per backend, machine and type of visit. */
export function formatVisits(columns) {
  return formatFigures(VISIT_ROWS, columns);
}

export const describeCpu = (cpuSlowdown) =>
  cpuSlowdown === 1 ? "CPU at full speed" : `CPU ${cpuSlowdown}× slower`;

const LARGE_ROWS = [
  ["first row", "firstRow", formatMilliseconds],
  ["time to load all", "loading", formatSeconds],
  ["longest task while loading", "longestTask", formatMilliseconds],
  ["tasks over 50 ms while loading", "tasksOver50", String],
  ["frames over 34 ms while loading", "framesLate", share],
  ["frames over 34 ms while idle", "framesLateIdle", share],
  ["key to paint, median", "paintMedian", formatMilliseconds],
  ["key to paint, 95th percentile", "paint95", formatMilliseconds],
  ["key to matching rows, median", "rowsMedian", formatMilliseconds],
  ["key to matching rows, 95th percentile", "rows95", formatMilliseconds],
  ["sort by title, total", "sorted", formatMilliseconds],
  ["longest task while sorting", "sortingLongest", formatMilliseconds],
  ["heap, 100 loaded", "firstHeap", formatMegabytes],
  ["heap, all loaded", "loadedHeap", formatMegabytes],
  ["heap, searched and sorted", "searchedHeap", formatMegabytes],
];

/** Returns a table with a column per backend. */
export function formatLarge(columns) {
  return formatFigures(LARGE_ROWS, columns);
}

/** Returns a table with a row per calendar step and a column per CPU speed. */
export function formatCalendar(runs) {
  const inMs = (value) => (value === null ? "" : formatMilliseconds(value));
  return formatTable([
    ["", ...runs.map(({ cpuSlowdown }) => `total and longest task, ${describeCpu(cpuSlowdown)}`)],
    ...runs[0].steps.map(({ name }, index) => [
      name,
      ...runs.map(({ steps }) => `${inMs(steps[index].total)}, ${inMs(steps[index].longest)}`),
    ]),
  ]);
}

/**
 * Maximum times from an interaction to the next paint, in ms. `half` limits the median, and `most`
 * limits the 95th percentile.
 */
const BOUNDS = { half: 50, most: 100 };

function paintOf(samples) {
  const paints = samples.map(({ paint }) => paint);
  return { half: median(paints), most: quantile(paints, 0.95) };
}

function isWithin({ half, most }) {
  return half <= BOUNDS.half && most <= BOUNDS.most;
}

/** Formats the median of a figure. Returns an empty text if a sample lacks the figure. */
function formatMedian(samples, figure) {
  const values = samples.map((sample) => sample[figure]);
  return values.includes(null) ? "" : formatMilliseconds(median(values));
}

function interactionCells(samples) {
  const { half, most } = paintOf(samples);
  return [
    `${formatMilliseconds(half)}, ${formatMilliseconds(most)}`,
    formatMedian(samples, "feedback"),
    formatMedian(samples, "shown"),
  ];
}

/**
 * Returns a table with a row per interaction. Each backend has three columns. The last column lists
 * the backends that exceed a maximum.
 */
export function formatInteractions(columns) {
  return formatTable([
    [
      "",
      ...columns.flatMap(({ name }) => [
        `${name}: next paint, median and 95th percentile`,
        `${name}: first feedback, median`,
        `${name}: result shown, median`,
      ]),
      `next paint within ${BOUNDS.half} and ${BOUNDS.most} ms`,
    ],
    ...columns[0].interactions.map(({ name }, index) => {
      const all = columns.map(({ interactions }) => interactions[index].samples);
      const over = columns.filter((_, column) => !isWithin(paintOf(all[column])));
      return [
        name,
        ...all.flatMap(interactionCells),
        over.length === 0 ? "yes" : `no: ${over.map((column) => column.name).join(", ")}`,
      ];
    }),
  ]);
}

const PROGRAMS = ["demo", "live", "floor", "floor demo", "react-admin"];

/** Pairs of programs. The first one's time is divided by that of the second. */
const COMPARED = [
  ["live", "floor"],
  ["demo", "floor demo"],
  ["live", "react-admin"],
];

const formatRatio = (value, base) => `${(value / base).toFixed(2)} ×`;

/**
 * Returns a table with a row per step and a column per program. A cell lists the next paint and the
 * first feedback, if measured, and then the result. The last columns are ratios of the app's time to
 * the result and that of each peer.
 */
export function formatPeers(rows) {
  const names = PROGRAMS.filter((name) => name in rows[0].samples);
  const compared = COMPARED.filter((pair) => pair.every((name) => names.includes(name)));
  const shownOf = (samples) => median(samples.map(({ shown }) => shown));
  const format = (samples) =>
    ["paint", "feedback", "shown"]
      .filter((figure) => figure in samples[0])
      .map((figure) => Math.round(median(samples.map((sample) => sample[figure]))))
      .join(" / ");
  return formatTable([
    ["ms", ...names, ...compared.map(([app, peer]) => `${app} ÷ ${peer}`)],
    ...rows.map(({ name, samples }) => [
      name,
      ...names.map((subject) => format(samples[subject])),
      ...compared.map(([app, peer]) => formatRatio(shownOf(samples[app]), shownOf(samples[peer]))),
    ]),
  ]);
}

const formatGrowth = (first, last) => `${(100 * (last / first - 1)).toFixed(1)}%`;

const MEMORY_ROWS = [
  ["heap", "heap", formatMegabytes],
  ["heap without compiled code", "objects", formatMegabytes],
  ["nodes", "nodes", String],
  ["listeners", "listeners", String],
];

/**
 * Returns a table with a row per figure. Each backend has columns for the first value, the last
 * value and the growth.
 */
export function formatMemory(columns) {
  return formatTable([
    [
      "",
      ...columns.flatMap(({ name, first, last }) => [
        `${name}: after ${first.steps} steps`,
        `${name}: after ${last.steps} steps`,
        `${name}: growth`,
      ]),
    ],
    ...MEMORY_ROWS.map(([label, key, format]) => [
      label,
      ...columns.flatMap(({ first, last }) => [
        format(first[key]),
        format(last[key]),
        formatGrowth(first[key], last[key]),
      ]),
    ]),
  ]);
}

/** Returns a table with a row for each part of a first visit. */
export function formatSizes(sizes) {
  const bytes = (value) => value.toLocaleString("en");
  return formatTable([
    ["part", "bytes", "limit"],
    ...sizes.map((size) => [size.name, bytes(size.bytes), bytes(size.budget)]),
  ]);
}

export function formatStarts(starts) {
  return formatTable([
    ["", "time"],
    ...starts.map(({ name, runs }) => [name, formatSeconds(median(runs.map(({ total }) => total)))]),
  ]);
}
