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

/** The median of each figure on its own. */
export function medianOf(visits) {
  return Object.fromEntries(ROWS.map(([, key]) => [key, median(visits.map((visit) => visit[key]))]));
}

/** A table with a row for each figure and a column for each backend on each machine. */
export function formatTable(columns) {
  const heads = [["", ...columns.map(({ backend, machine }) => `${backend}, ${machine}`)]];
  const cells = ROWS.map(([label, key, format]) => [
    label,
    ...columns.map(({ median: of }) => format(of[key])),
  ]);
  const lines = [...heads, ...cells];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const draw = (line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ");
  return [
    draw(lines[0]),
    widths.map((width) => "─".repeat(width)).join("  "),
    ...lines.slice(1).map(draw),
  ].join("\n");
}
