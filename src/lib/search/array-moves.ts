import type { RowChange } from "./diff-rows";

/** Whether rows only came behind `length` others. */
export function isAppended(change: RowChange, length: number): boolean {
  return change.from === length;
}

/** The new place of a row; -1 for one that is gone. */
export function placeAfter({ from, beforeEnd, afterEnd, between }: RowChange, place: number): number {
  if (place < from) return place;
  return place < beforeEnd ? (between[place - from] ?? -1) : place + afterEnd - beforeEnd;
}

/** Whether the rows that are kept follow one another as before. */
export function keepsOrder({ between }: RowChange): boolean {
  let last = -1;
  for (const place of between) {
    if (place >= 0 && place < last) return false;
    if (place >= 0) last = place;
  }
  return true;
}

/** Values by place, moved with their rows; undefined where a row is new. */
export function moveValues<Value>(
  values: readonly Value[],
  { from, beforeEnd, afterEnd, between }: RowChange,
): (Value | undefined)[] {
  const moved: (Value | undefined)[] = values.slice(0, from);
  // Only some of the rows may have a value yet.
  if (values.length < from) return moved;
  for (let place = from; place < afterEnd; place += 1) moved.push(undefined);
  between.forEach((place, index) => {
    if (place >= 0) moved[place] = values[from + index];
  });
  return moved.concat(values.slice(beforeEnd));
}
