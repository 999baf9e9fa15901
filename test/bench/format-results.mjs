// Turns measurements into Markdown tables for the help.
import { median, quantile } from "./statistics.mjs";

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const milliseconds = (ms) => `${Math.round(ms).toLocaleString("en")} ms`;
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const share = (value) => `${(100 * value).toFixed(1)} %`;

/** Cells, line by line, as a table in Markdown. */
function draw(lines) {
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const drawLine = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [drawLine(lines[0]), rule, ...lines.slice(1).map(drawLine)].join("\n");
}

/** A line for each figure: `rows` are label, key and format; of each column the median of its runs. */
function drawFigures(rows, columns) {
  return draw([
    ["", ...columns.map(({ name }) => name)],
    ...rows.map(([label, key, format]) => [
      label,
      ...columns.map(({ runs }) => format(median(runs.map((run) => run[key])))),
    ]),
  ]);
}

const VISIT_ROWS = [
  ["time to content", "content", milliseconds],
  ["largest contentful paint", "lcp", milliseconds],
  ["layout shift (CLS)", "cls", (value) => String(Number(value.toFixed(4)))],
  ["blocking time, all long tasks", "blocking", milliseconds],
  ["requests", "requests", String],
  ["JavaScript, transferred with headers", "js", kilobytes],
  ["CSS", "css", kilobytes],
  ["HTML", "html", kilobytes],
  ["data", "data", kilobytes],
  ["other", "other", kilobytes],
  ["heap", "heap", megabytes],
];

/** A column for each backend, machine and kind of visit. */
export function formatVisits(columns) {
  return drawFigures(VISIT_ROWS, columns);
}

const LARGE_ROWS = [
  ["first row", "firstRow", milliseconds],
  ["all loaded after", "loading", seconds],
  ["longest task while loading", "longestTask", milliseconds],
  ["tasks above 50 ms while loading", "tasksOver50", String],
  ["frames later than 34 ms while loading", "framesLate", share],
  ["the same while nothing is done", "framesLateIdle", share],
  ["key to paint, median", "paintMedian", milliseconds],
  ["key to paint, 95 %", "paint95", milliseconds],
  ["key to matching rows, median", "rowsMedian", milliseconds],
  ["key to matching rows, 95 %", "rows95", milliseconds],
  ["sort by title, whole", "sorted", milliseconds],
  ["longest task while sorting", "sortingLongest", milliseconds],
  ["heap, 100 loaded", "firstHeap", megabytes],
  ["heap, all loaded", "loadedHeap", megabytes],
  ["heap, searched and sorted", "searchedHeap", megabytes],
];

/** A column for each backend. */
export function formatLarge(columns) {
  return drawFigures(LARGE_ROWS, columns);
}

/** A line for each step of the calendar and a column for each speed of the CPU. */
export function formatCalendar(runs) {
  const inMs = (value) => (value === null ? "" : milliseconds(value));
  return draw([
    ["", ...runs.map(({ cpuSlowdown }) => `total, longest task (CPU ${cpuSlowdown}x slower)`)],
    ...runs[0].steps.map(({ name }, place) => [
      name,
      ...runs.map(({ steps }) => `${inMs(steps[place].total)}, ${inMs(steps[place].longest)}`),
    ]),
  ]);
}

/** Most ms to the next paint, of half and of 95 % of an interaction's samples. */
const BOUNDS = { half: 50, most: 100 };

function paintOf(samples) {
  const paints = samples.map(({ paint }) => paint);
  return { half: median(paints), most: quantile(paints, 0.95) };
}

function isWithin({ half, most }) {
  return half <= BOUNDS.half && most <= BOUNDS.most;
}

function interactionCells(samples) {
  const { half, most } = paintOf(samples);
  const isShown = samples.every(({ shown }) => shown !== null);
  const shown = isShown ? milliseconds(median(samples.map((sample) => sample.shown))) : "";
  return [`${milliseconds(half)}, ${milliseconds(most)}`, shown];
}

/** A line for each interaction, and of each backend two columns, and which of them break the bounds. */
export function formatInteractions(columns) {
  return draw([
    [
      "",
      ...columns.flatMap(({ name }) => [`${name}: paint, median and 95 %`, "until shown, median"]),
      `within ${BOUNDS.half} and ${BOUNDS.most} ms`,
    ],
    ...columns[0].interactions.map(({ name }, place) => {
      const all = columns.map(({ interactions }) => interactions[place].samples);
      const over = columns.filter((_, column) => !isWithin(paintOf(all[column])));
      return [
        name,
        ...all.flatMap(interactionCells),
        over.length === 0 ? "yes" : `no: ${over.map((column) => column.name).join(", ")}`,
      ];
    }),
  ]);
}

const growth = (first, last) => `${(100 * (last / first - 1)).toFixed(1)} %`;

const HELD_ROWS = [
  ["heap", "heap", megabytes],
  ["of it without what is compiled", "objects", megabytes],
  ["nodes", "nodes", String],
  ["listeners", "listeners", String],
];

/** A line for each thing that is held, and of each backend the first, the last and how much that is more. */
export function formatMemory(columns) {
  return draw([
    [
      "",
      ...columns.flatMap(({ name, first, last }) => [
        `${name}: after ${first.steps}`,
        `after ${last.steps}`,
        "growth",
      ]),
    ],
    ...HELD_ROWS.map(([label, key, format]) => [
      label,
      ...columns.flatMap(({ first, last }) => [
        format(first[key]),
        format(last[key]),
        growth(first[key], last[key]),
      ]),
    ]),
  ]);
}

/** A line for each part of a first visit. */
export function formatSizes(sizes) {
  const bytes = (value) => value.toLocaleString("en");
  return draw([
    ["part", "bytes", "at most"],
    ...sizes.map((size) => [size.name, bytes(size.bytes), bytes(size.budget)]),
  ]);
}

/** A line for each start. */
export function formatStarts(starts) {
  return draw([
    ["", "after"],
    ...starts.map(({ name, runs }) => [name, seconds(median(runs.map(({ total }) => total)))]),
  ]);
}
