import { collectMetrics, pathLabel } from "@/features/vitals/model/board-rows";
import { getBudgetState } from "@/features/vitals/model/vital-budgets";
import {
  findReading,
  NO_DATA,
  parseVitals,
  type VitalReading,
  type VitalResponse,
} from "@/features/vitals/model/vital-reading";
import { formatUtc } from "@/lib/time/dates";
import {
  barPosition,
  formatVital,
  getVitalThreshold,
  RATING_LABELS,
  type VitalRating,
} from "@/lib/web-vitals/vital-thresholds";
import {
  type ColorToken,
  type MeasureText,
  type PngItem,
  type PngLayout,
  truncateToWidth,
} from "@/ui/chart/render-png";
import { type BoardContext, type BoardEntry } from "./board-file";

const MARGIN = 40;
const PATH_WIDTH = 320;
const COLUMN_WIDTH = 236;
const COLUMN_GAP = 18;
const HEADER_HEIGHT = 96;
const COLUMN_HEADER_HEIGHT = 68;
const ROW_HEIGHT = 96;
/** Height of a row without values, excluding the lines of its name. */
const EMPTY_ROW = 46;
const LINE_HEIGHT = 18;
const MAX_NAME_LINES = 3;
const TREND_SIZE = { width: 44, height: 16 };

const TITLE = { size: 24, isStrong: true };
const STRONG = { size: 15, isStrong: true };
const VALUE = { size: 18, isStrong: true };
const BODY = { size: 13 };
const SMALL = { size: 11.5 };

const RATING_COLORS: Readonly<Record<VitalRating, ColorToken>> = {
  good: "positive-dot",
  "needs-improvement": "warning-dot",
  poor: "danger-dot",
};
const ZONES: readonly ColorToken[] = ["positive-dot", "warning-dot", "danger-dot"];

/** `room` is the available width. */
interface Pen {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly measure: MeasureText;
}

type Font = typeof TITLE | typeof BODY;

function writeText(
  { x, y, room, measure }: Pen,
  offsetY: number,
  text: string,
  font: Font,
  color: ColorToken,
): PngItem {
  return {
    kind: "text",
    x,
    y: y + offsetY,
    text: truncateToWidth(text, font, room, measure),
    font,
    color,
  };
}

/** Computes the layout of the board's image. Sizes are in px. */
export function renderBoardImage(
  entries: readonly BoardEntry[],
  context: BoardContext,
  measure: MeasureText,
): PngLayout {
  const rows = entries.map((entry) => ({ entry, response: entry.response && parseVitals(entry.response) }));
  const metrics = collectMetrics(rows.flatMap(({ response }) => response ?? []));
  const inner = PATH_WIDTH + metrics.length * COLUMN_WIDTH;
  const top = MARGIN + HEADER_HEIGHT + COLUMN_HEADER_HEIGHT;
  const penAt = (column: number | null, y: number): Pen => ({
    x: MARGIN + (column === null ? 0 : PATH_WIDTH + column * COLUMN_WIDTH),
    y,
    room: (column === null ? PATH_WIDTH : COLUMN_WIDTH) - COLUMN_GAP,
    measure,
  });
  const fullWidthPen = (y: number): Pen => ({ ...penAt(null, y), room: inner });
  const drawRule = (y: number, color: ColorToken = "border"): PngItem => ({
    kind: "area",
    x: MARGIN,
    y,
    width: inner,
    height: 1,
    color,
  });

  const items: PngItem[] = [
    ...boardHeader(rows, context, fullWidthPen(MARGIN)),
    writeText(penAt(null, MARGIN + HEADER_HEIGHT), 16, "Path", STRONG, "text"),
    ...metrics.flatMap((metric, column) => columnHeader(metric, penAt(column, MARGIN + HEADER_HEIGHT))),
    drawRule(top, "border-strong"),
  ];
  let y = top;
  for (const { entry, response } of rows) {
    const path = penAt(null, y);
    const names = nameLines(pathLabel(entry.path), path);
    names.forEach((line, index) =>
      items.push(writeText(path, 30 + index * LINE_HEIGHT, line, STRONG, "text")),
    );
    if (response?.computedAt) {
      const computedAtText = `Computed ${formatUtc(response.computedAt)}`;
      items.push(writeText(path, 30 + names.length * LINE_HEIGHT, computedAtText, SMALL, "text-faint"));
    }
    if (response?.hasData) {
      for (const [column, metric] of metrics.entries()) {
        items.push(...metricCell(response, metric, context, penAt(column, y)));
      }
    } else {
      const message = response === null ? (entry.failure ?? "Not loaded") : NO_DATA;
      items.push(writeText({ ...penAt(0, y), room: inner - PATH_WIDTH }, 30, message, BODY, "text-dim"));
    }
    y += response?.hasData ? ROW_HEIGHT : EMPTY_ROW + names.length * LINE_HEIGHT;
    items.push(drawRule(y));
  }
  const writtenAtText = `Exported from Environs on ${formatUtc(context.now.toISOString())}`;
  items.push(writeText(fullWidthPen(y), 32, writtenAtText, SMALL, "text-faint"));
  // The link is wrapped, because a truncated link would open another board.
  for (const line of wrapPieces(context.link.split(/(?=&)/), SMALL, fullWidthPen(y))) {
    items.push(writeText(fullWidthPen(y), 32 + LINE_HEIGHT, line, SMALL, "text-dim"));
    y += LINE_HEIGHT;
  }
  return { width: inner + 2 * MARGIN, height: y + 32 + MARGIN, items };
}

/** Wraps text between pieces. A piece that is wider than a line gets its own line. */
function wrapPieces(pieces: readonly string[], font: Font, { room, measure }: Pen): readonly string[] {
  const lines = [""];
  for (const piece of pieces) {
    const line = `${lines.at(-1) ?? ""}${piece}`;
    if (measure(line, font) <= room) lines[lines.length - 1] = line;
    else lines.push(piece);
  }
  return lines.filter((line) => line !== "");
}

/** Wraps a path. Shortens a long path in the middle, because long paths often differ at the end. */
function nameLines(name: string, pen: Pen): readonly string[] {
  const lines = wrapPieces(name.split(/(?=\/)/), STRONG, pen);
  const [first = "", ...others] = lines;
  return lines.length <= MAX_NAME_LINES ? lines : [first, "…", ...others.slice(-1)];
}

function boardHeader(
  rows: readonly { readonly response: VitalResponse | null }[],
  { server, projectId }: BoardContext,
  pen: Pen,
): readonly PngItem[] {
  const periods = new Set(rows.flatMap(({ response }) => response?.period ?? []));
  const [period] = periods;
  const days = periods.size === 1 && period !== undefined ? ` · ${period}` : "";
  return [
    writeText(pen, 24, "Web vitals", TITLE, "text"),
    writeText(pen, 50, `Project ${projectId} · ${server}${days}`, BODY, "text-dim"),
  ];
}

function columnHeader(metric: string, pen: Pen): readonly PngItem[] {
  const threshold = getVitalThreshold(metric);
  const [first = "", second = ""] =
    threshold === null
      ? ["No thresholds"]
      : [
          `Good up to ${formatVital(metric, threshold.good)}`,
          `Poor above ${formatVital(metric, threshold.poor)}`,
        ];
  return [
    writeText(pen, 16, metric, STRONG, "text"),
    writeText(pen, 35, first, SMALL, "text-dim"),
    writeText(pen, 51, second, SMALL, "text-dim"),
  ];
}

function metricCell(
  response: VitalResponse,
  metric: string,
  { budgets }: BoardContext,
  pen: Pen,
): readonly PngItem[] {
  const reading = findReading(response, metric);
  if (reading === null || reading.value === null) return [writeText(pen, 30, NO_DATA, BODY, "text-dim")];
  const { rating, text: message, percentile, change } = reading;
  const budget = getBudgetState(budgets, reading);
  const figure = writeText(pen, 30, message, VALUE, "text");
  const valueWidth = pen.measure(message, VALUE) + 8;
  const ratingText = rating === null ? "Not rated" : RATING_LABELS[rating];
  return [
    figure,
    writeText(
      { ...pen, x: pen.x + valueWidth, room: pen.room - valueWidth - TREND_SIZE.width - 8 },
      30,
      percentile ?? "",
      SMALL,
      "text-dim",
    ),
    {
      kind: "dot",
      x: pen.x + 4,
      y: pen.y + 46,
      radius: 4,
      color: rating === null ? "neutral-dot" : RATING_COLORS[rating],
    },
    writeText(
      { ...pen, x: pen.x + 15, room: pen.room - 15 },
      50,
      budget?.isOver ? `${ratingText}, over budget` : ratingText,
      BODY,
      "text",
    ),
    ...bar(reading, pen),
    ...trendLine(reading, pen),
    writeText(pen, 84, change?.text ?? "No previous value", SMALL, "text-dim"),
  ];
}

function bar({ metric, value }: VitalReading, { x, y, room }: Pen): readonly PngItem[] {
  const position = value === null ? null : barPosition(metric, value);
  if (position === null) return [];
  const third = room / ZONES.length;
  return [
    ...ZONES.map((color, zone): PngItem => {
      return { kind: "area", x: x + zone * third, y: y + 62, width: third - 2, height: 4, color };
    }),
    { kind: "dot", x: x + position * room, y: y + 64, radius: 6, color: "bg" },
    { kind: "dot", x: x + position * room, y: y + 64, radius: 4, color: "text" },
  ];
}

/** Draws the sparkline. Missing values leave a gap. */
function trendLine({ points }: VitalReading, { x, y, room }: Pen): readonly PngItem[] {
  const values = points.flatMap(({ value }) => value ?? []);
  if (values.length < 2) return [];
  // Starts at 0, so that tiny changes don't look like steep slopes. `Math.min(...values)` could
  // overflow the stack for long series.
  const minValue = values.reduce((min, value) => Math.min(min, value), 0);
  const maxValue = values.reduce((max, value) => Math.max(max, value), 0);
  const left = x + room - TREND_SIZE.width;
  const pointAt = (value: number, index: number) => ({
    x: left + (index / (points.length - 1)) * TREND_SIZE.width,
    y:
      y + 32 - (maxValue === minValue ? 0.5 : (value - minValue) / (maxValue - minValue)) * TREND_SIZE.height,
  });
  const segments: { readonly x: number; readonly y: number }[][] = [[]];
  points.forEach(({ value }, index) => {
    if (value === null) segments.push([]);
    else segments.at(-1)?.push(pointAt(value, index));
  });
  return segments
    .filter((segment) => segment.length > 0)
    .map((segment): PngItem => {
      const [singlePoint] = segment;
      return segment.length === 1 && singlePoint
        ? { kind: "dot", ...singlePoint, radius: 1.5, color: "text-faint" }
        : { kind: "line", points: segment, width: 1.5, color: "text-faint" };
    });
}
