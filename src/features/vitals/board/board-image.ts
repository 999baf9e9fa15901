import { metricsOf, nameOfPath } from "@/features/vitals/model/board-rows";
import { budgetStateOf } from "@/features/vitals/model/vital-budgets";
import {
  NO_DATA,
  readingOf,
  readVitals,
  type VitalAnswer,
  type VitalReading,
} from "@/features/vitals/model/vital-reading";
import { formatUtc } from "@/lib/time/dates";
import {
  barPlaceOf,
  formatVital,
  RATING_WORDS,
  thresholdOf,
  type VitalRating,
} from "@/lib/web-vitals/vital-thresholds";
import {
  cutToWidth,
  type Ink,
  type MeasureText,
  type Picture,
  type PictureItem,
} from "@/ui/chart/render-png";
import { type BoardContext, type BoardEntry } from "./board-file";

const MARGIN = 40;
const PATH_WIDTH = 320;
const COLUMN = 236;
/** Between the end of a column's words and the next column. */
const GAP = 18;
const HEAD = 96;
const COLUMN_HEAD = 68;
const ROW = 96;
/** What a row of a path without figures has besides the lines of the path. */
const LOW_ROW = 46;
const LINE = 18;
const MOST_NAME_LINES = 3;
/** Room of the trend. */
const COURSE = { width: 44, height: 16 };

const TITLE = { size: 24, isStrong: true };
const STRONG = { size: 15, isStrong: true };
const VALUE = { size: 18, isStrong: true };
const BODY = { size: 13 };
const SMALL = { size: 11.5 };

const RATING_INKS: Readonly<Record<VitalRating, Ink>> = {
  good: "positive-dot",
  "needs-improvement": "warning-dot",
  poor: "danger-dot",
};
const ZONES: readonly Ink[] = ["positive-dot", "warning-dot", "danger-dot"];

/** A pen at the upper left of some room: it writes lines one below the other. */
interface Pen {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly measure: MeasureText;
}

type Font = typeof TITLE | typeof BODY;

function write({ x, y, room, measure }: Pen, down: number, text: string, font: Font, ink: Ink): PictureItem {
  return { kind: "text", x, y: y + down, text: cutToWidth(text, font, room, measure), font, ink };
}

/** The board as a picture: what a person sees in its table, with what it is of and where it is from. */
export function boardPicture(
  entries: readonly BoardEntry[],
  context: BoardContext,
  measure: MeasureText,
): Picture {
  const rows = entries.map((entry) => ({ entry, answer: entry.answer && readVitals(entry.answer) }));
  const metrics = metricsOf(rows.flatMap(({ answer }) => answer ?? []));
  const inner = PATH_WIDTH + metrics.length * COLUMN;
  const top = MARGIN + HEAD + COLUMN_HEAD;
  const penAt = (column: number | null, y: number): Pen => ({
    x: MARGIN + (column === null ? 0 : PATH_WIDTH + column * COLUMN),
    y,
    room: (column === null ? PATH_WIDTH : COLUMN) - GAP,
    measure,
  });
  const wide = (y: number): Pen => ({ ...penAt(null, y), room: inner });
  const rule = (y: number, ink: Ink = "border"): PictureItem => ({
    kind: "area",
    x: MARGIN,
    y,
    width: inner,
    height: 1,
    ink,
  });

  const items: PictureItem[] = [
    ...headOf(rows, context, wide(MARGIN)),
    write(penAt(null, MARGIN + HEAD), 16, "Path", STRONG, "text"),
    ...metrics.flatMap((metric, column) => columnHead(metric, penAt(column, MARGIN + HEAD))),
    rule(top, "border-strong"),
  ];
  let y = top;
  for (const { entry, answer } of rows) {
    const path = penAt(null, y);
    const names = nameLines(nameOfPath(entry.path), path);
    names.forEach((line, place) => items.push(write(path, 30 + place * LINE, line, STRONG, "text")));
    if (answer?.computedAt) {
      const computed = `Computed ${formatUtc(answer.computedAt)}`;
      items.push(write(path, 30 + names.length * LINE, computed, SMALL, "text-faint"));
    }
    if (answer?.hasData) {
      for (const [column, metric] of metrics.entries()) {
        items.push(...cell(answer, metric, context, penAt(column, y)));
      }
    } else {
      const words = answer === null ? (entry.failure ?? "Not loaded") : NO_DATA;
      items.push(write({ ...penAt(0, y), room: inner - PATH_WIDTH }, 30, words, BODY, "text-dim"));
    }
    y += answer?.hasData ? ROW : LOW_ROW + names.length * LINE;
    items.push(rule(y));
  }
  const written = `Written ${formatUtc(context.now.toISOString())} by Environs`;
  items.push(write(wide(y), 32, written, SMALL, "text-faint"));
  // The whole link: cut short it would show another board.
  for (const line of linesOf(context.link.split(/(?=&)/), SMALL, wide(y))) {
    items.push(write(wide(y), 32 + LINE, line, SMALL, "text-dim"));
    y += LINE;
  }
  return { width: inner + 2 * MARGIN, height: y + 32 + MARGIN, items };
}

/** Pieces in as few lines as hold them. */
function linesOf(pieces: readonly string[], font: Font, { room, measure }: Pen): readonly string[] {
  const lines = [""];
  for (const piece of pieces) {
    const line = `${lines.at(-1) ?? ""}${piece}`;
    if (measure(line, font) <= room) lines[lines.length - 1] = line;
    else lines.push(piece);
  }
  return lines.filter((line) => line !== "");
}

/** The name of a path in at most three lines: its beginning and its end, by which long ones differ. */
function nameLines(name: string, pen: Pen): readonly string[] {
  const lines = linesOf(name.split(/(?=\/)/), STRONG, pen);
  const [first = "", ...others] = lines;
  return lines.length <= MOST_NAME_LINES ? lines : [first, "…", ...others.slice(-1)];
}

function headOf(
  rows: readonly { readonly answer: VitalAnswer | null }[],
  { server, projectId }: BoardContext,
  pen: Pen,
): readonly PictureItem[] {
  const periods = new Set(rows.flatMap(({ answer }) => answer?.period ?? []));
  const [period] = periods;
  const days = periods.size === 1 && period !== undefined ? ` · ${period}` : "";
  return [
    write(pen, 24, "Web vitals", TITLE, "text"),
    write(pen, 50, `Project ${projectId} · ${server}${days}`, BODY, "text-dim"),
  ];
}

function columnHead(metric: string, pen: Pen): readonly PictureItem[] {
  const threshold = thresholdOf(metric);
  const [first = "", second = ""] =
    threshold === null
      ? ["No published thresholds"]
      : [
          `Good up to ${formatVital(metric, threshold.good)}`,
          `Poor above ${formatVital(metric, threshold.poor)}`,
        ];
  return [
    write(pen, 16, metric, STRONG, "text"),
    write(pen, 35, first, SMALL, "text-dim"),
    write(pen, 51, second, SMALL, "text-dim"),
  ];
}

function cell(
  answer: VitalAnswer,
  metric: string,
  { budgets }: BoardContext,
  pen: Pen,
): readonly PictureItem[] {
  const reading = readingOf(answer, metric);
  if (reading === null || reading.value === null) return [write(pen, 30, NO_DATA, BODY, "text-dim")];
  const { rating, words, percentile, change } = reading;
  const budget = budgetStateOf(budgets, reading);
  const figure = write(pen, 30, words, VALUE, "text");
  const beside = pen.measure(words, VALUE) + 8;
  const rated = rating === null ? "Not rated" : RATING_WORDS[rating];
  return [
    figure,
    write(
      { ...pen, x: pen.x + beside, room: pen.room - beside - COURSE.width - 8 },
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
      ink: rating === null ? "neutral-dot" : RATING_INKS[rating],
    },
    write(
      { ...pen, x: pen.x + 15, room: pen.room - 15 },
      50,
      budget?.isOver ? `${rated}, over budget` : rated,
      BODY,
      "text",
    ),
    ...bar(reading, pen),
    ...course(reading, pen),
    write(pen, 84, change?.words ?? "No figure before", SMALL, "text-dim"),
  ];
}

function bar({ metric, value }: VitalReading, { x, y, room }: Pen): readonly PictureItem[] {
  const place = value === null ? null : barPlaceOf(metric, value);
  if (place === null) return [];
  const third = room / ZONES.length;
  return [
    ...ZONES.map((ink, zone): PictureItem => {
      return { kind: "area", x: x + zone * third, y: y + 62, width: third - 2, height: 4, ink };
    }),
    { kind: "dot", x: x + place * room, y: y + 64, radius: 6, ink: "bg" },
    { kind: "dot", x: x + place * room, y: y + 64, radius: 4, ink: "text" },
  ];
}

/** The trend, as small as a word, at the end of the figure's line. A gap stays one. */
function course({ points }: VitalReading, { x, y, room }: Pen): readonly PictureItem[] {
  const values = points.flatMap(({ value }) => value ?? []);
  if (values.length < 2) return [];
  // From 0 on, as on the screen: a change of a hundredth is not drawn as a slope.
  // Not spread into a call: a very long series would overflow the stack.
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const left = x + room - COURSE.width;
  const placeOf = (value: number, place: number) => ({
    x: left + (place / (points.length - 1)) * COURSE.width,
    y: y + 32 - (high === low ? 0.5 : (value - low) / (high - low)) * COURSE.height,
  });
  const runs: { readonly x: number; readonly y: number }[][] = [[]];
  points.forEach(({ value }, place) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(placeOf(value, place));
  });
  return runs
    .filter((run) => run.length > 0)
    .map((run): PictureItem => {
      const [only] = run;
      return run.length === 1 && only
        ? { kind: "dot", ...only, radius: 1.5, ink: "text-faint" }
        : { kind: "line", points: run, width: 1.5, ink: "text-faint" };
    });
}
