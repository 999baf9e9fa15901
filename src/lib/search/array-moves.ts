import type { RowsDiff } from "./diff-rows";

/** Whether rows only came behind `length` others. */
export function isAppended(change: RowsDiff, length: number): boolean {
  return change.from === length;
}

/** The new place of a row; -1 for one that is gone. */
export function indexAfter({ from, beforeEnd, afterEnd, between }: RowsDiff, index: number): number {
  if (index < from) return index;
  return index < beforeEnd ? (between[index - from] ?? -1) : index + afterEnd - beforeEnd;
}

/** Whether the rows that are kept follow one another as before. */
export function isOrderPreserved({ between }: RowsDiff): boolean {
  let last = -1;
  for (const index of between) {
    if (index >= 0 && index < last) return false;
    if (index >= 0) last = index;
  }
  return true;
}

/** Values by place, moved with their rows; undefined where a row is new. */
export function remapValues<Value>(
  values: readonly Value[],
  { from, beforeEnd, afterEnd, between }: RowsDiff,
): (Value | undefined)[] {
  const moved: (Value | undefined)[] = values.slice(0, from);
  // Only some of the rows may have a value yet.
  if (values.length < from) return moved;
  for (let newIndex = from; newIndex < afterEnd; newIndex += 1) moved.push(undefined);
  between.forEach((newIndex, index) => {
    if (newIndex >= 0) moved[newIndex] = values[from + index];
  });
  return moved.concat(values.slice(beforeEnd));
}
