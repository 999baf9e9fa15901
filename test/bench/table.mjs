// Turns measured visits into medians, and medians into a table.

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const milliseconds = (ms) => `${Math.round(ms)} ms`;

const ROWS = [
  ["time to first row", "firstRow", milliseconds],
  ["LCP", "lcp", milliseconds],
  ["CLS", "cls", (value) => String(Number(value.toFixed(4)))],
  ["blocking time", "blocking", milliseconds],
  ["requests", "requests", String],
  ["JavaScript", "js", kilobytes],
  ["CSS", "css", kilobytes],
  ["HTML", "html", kilobytes],
  ["data", "data", kilobytes],
  ["other", "other", kilobytes],
  ["JS heap", "heap", (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
];

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const share = (value) => `${(100 * value).toFixed(1)} %`;

const LARGE_ROWS = [
  ["first row", "firstRow", milliseconds],
  ["all loaded after", "loading", (ms) => `${(ms / 1000).toFixed(1)} s`],
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
  ["heap, 100 loaded", "firstHeap", (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
  ["heap, all loaded", "loadedHeap", (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
  ["heap, searched and sorted", "searchedHeap", (bytes) => `${(bytes / 1e6).toFixed(1)} MB`],
];

/** The median of each figure on its own. */
export function medianOf(visits) {
  return Object.fromEntries(ROWS.map(([, key]) => [key, median(visits.map((visit) => visit[key]))]));
}

/** A table with a row for each figure of the large project and a column for each backend. */
export function formatLarge(backends) {
  return draw([
    ["", ...backends.map(({ backend }) => backend)],
    ...LARGE_ROWS.map(([label, key, format]) => [
      label,
      ...backends.map(({ runs }) => format(median(runs.map((run) => run[key])))),
    ]),
  ]);
}

/** A table with a row for each step of the calendar and a column for each speed of the CPU. */
export function formatCalendar(runs) {
  const inMs = (value) => (value === null ? "" : `${Math.round(value)} ms`);
  return draw([
    ["", ...runs.map(({ cpuSlowdown }) => `total, longest task (CPU ${cpuSlowdown}x slower)`)],
    ...runs[0].steps.map(({ name }, place) => [
      name,
      ...runs.map(({ steps }) => `${inMs(steps[place].total)}, ${inMs(steps[place].longest)}`),
    ]),
  ]);
}

/** A table with a row for each figure and a column for each backend on each machine. */
export function formatTable(columns) {
  return draw([
    ["", ...columns.map(({ backend, machine }) => `${backend}, ${machine}`)],
    ...ROWS.map(([label, key, format]) => [label, ...columns.map(({ median: of }) => format(of[key]))]),
  ]);
}

function draw(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const drawLine = (line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ");
  return [
    drawLine(lines[0]),
    widths.map((width) => "─".repeat(width)).join("  "),
    ...lines.slice(1).map(drawLine),
  ].join("\n");
}
