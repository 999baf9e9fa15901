/** No column gets narrower, in px. */
export const NARROWEST = 64;

/** A column as it is laid out. */
export interface WidthColumn {
  readonly id: string;
  /** CSS width in % or px; undefined for a share of the rest. */
  readonly width?: string | undefined;
}

/**
 * Widths of all columns in px that together fill `room` exactly. Columns that somebody has resized have their width;
 * the others share what is left in their usual proportions, and none gets narrower than 64 px.
 */
export function shareWidths(
  columns: readonly WidthColumn[],
  chosen: ReadonlyMap<string, number>,
  room: number,
): ReadonlyMap<string, number> {
  const usual = usualWidths(columns, room);
  const isChosen = ({ id }: WidthColumn) => chosen.has(id);
  const others = columns.filter((column) => !isChosen(column));
  const mine = columns.filter(isChosen);
  const mostMine = room - others.length * NARROWEST;
  const wanted = fit(mine, (id) => chosen.get(id) ?? NARROWEST, mostMine, others.length === 0);
  const taken = sum([...wanted.values()]);
  const rest = fit(others, (id) => usual.get(id) ?? NARROWEST, room - taken, true);
  return new Map(columns.map(({ id }) => [id, wanted.get(id) ?? rest.get(id) ?? NARROWEST]));
}

function usualWidths(columns: readonly WidthColumn[], room: number): ReadonlyMap<string, number> {
  const given = (width: string) =>
    width.endsWith("%") ? (Number.parseFloat(width) / 100) * room : Number.parseFloat(width);
  const known = sum(columns.map(({ width }) => (width === undefined ? 0 : given(width))));
  const free = columns.filter(({ width }) => width === undefined).length;
  const share = Math.max(NARROWEST, (room - known) / Math.max(1, free));
  return new Map(columns.map(({ id, width }) => [id, width === undefined ? share : given(width)]));
}

/** Widths in proportion that are at most `room` together, or exactly so when they fill it. */
function fit(
  columns: readonly WidthColumn[],
  wish: (id: string) => number,
  room: number,
  fills: boolean,
): ReadonlyMap<string, number> {
  const widths = new Map(columns.map(({ id }) => [id, Math.max(NARROWEST, wish(id))]));
  if (!fills && sum([...widths.values()]) <= room) return widths;
  let loose = columns.map(({ id }) => id);
  let left = room;
  // Those that hit the lower limit leave less to the others, so the proportions are taken anew.
  for (let found = true; found; ) {
    const factor = left / sum(loose.map((id) => Math.max(1, wish(id))));
    const tight = loose.filter((id) => Math.max(1, wish(id)) * factor < NARROWEST);
    found = tight.length > 0 && tight.length < loose.length;
    if (found) {
      for (const id of tight) widths.set(id, NARROWEST);
      left -= tight.length * NARROWEST;
      loose = loose.filter((id) => !tight.includes(id));
    } else {
      for (const id of loose) widths.set(id, Math.max(NARROWEST, Math.max(1, wish(id)) * factor));
    }
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A column whose edge is to move, by px. */
export interface WidthNudge {
  readonly columnId: string;
  readonly by: number;
}

/** Hears that the usual widths are wanted, or of the one that is to change. */
type WidthsListener = (nudge?: WidthNudge) => void;

const STORE = "environs-widths:";
const listeners = new Map<string, Set<WidthsListener>>();

/** The widths that somebody has given to columns, in px; none where nothing is kept that can be read. */
export function readWidths(widthsKey: string): ReadonlyMap<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE + widthsKey) ?? "{}");
    if (typeof kept !== "object" || kept === null) return new Map();
    return new Map(Object.entries(kept).filter(([, width]) => typeof width === "number" && width > 0));
  } catch {
    return new Map();
  }
}

/** Keeps widths in this browser. */
export function keepWidths(widthsKey: string, widths: ReadonlyMap<string, number>): void {
  try {
    if (widths.size === 0) localStorage.removeItem(STORE + widthsKey);
    else localStorage.setItem(STORE + widthsKey, JSON.stringify(Object.fromEntries(widths)));
  } catch {
    // Forbidden or full: the widths hold until the page is left.
  }
}

/** Gives all columns of a table their usual widths again; the table may be on the screen. */
export function resetColumnWidths(widthsKey: string): void {
  keepWidths(widthsKey, new Map());
  for (const listener of listeners.get(widthsKey) ?? []) listener();
}

/** Moves the edge of a column of a table that is on the screen, for whoever cannot drag it. */
export function nudgeColumnWidth(widthsKey: string, nudge: WidthNudge): void {
  for (const listener of listeners.get(widthsKey) ?? []) listener(nudge);
}

/** Calls back when the widths of a table are reset or one is to change; gives what ends that. */
export function onWidthsWish(widthsKey: string, listener: WidthsListener): () => void {
  const all = listeners.get(widthsKey) ?? new Set();
  listeners.set(widthsKey, all.add(listener));
  return () => all.delete(listener);
}
