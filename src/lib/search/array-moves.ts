import type { RowsDiff } from "./diff-rows";

/** Whether the change only appended rows to a list of `length` rows. */
export function isAppended(change: RowsDiff, length: number): boolean {
  return change.from === length;
}

/** Returns a row's new index, or -1 for a removed row. */
export function indexAfter({ from, beforeEnd, afterEnd, between }: RowsDiff, index: number): number {
  if (index < from) return index;
  return index < beforeEnd ? (between[index - from] ?? -1) : index + afterEnd - beforeEnd;
}

export function isOrderPreserved({ between }: RowsDiff): boolean {
  let last = -1;
  for (const index of between) {
    if (index >= 0 && index < last) return false;
    if (index >= 0) last = index;
  }
  return true;
}

/** Moves values to the new indexes of their rows. New rows get undefined. */
export function remapValues<Value>(
  values: readonly Value[],
  { from, beforeEnd, afterEnd, between }: RowsDiff,
): (Value | undefined)[] {
  const moved: (Value | undefined)[] = values.slice(0, from);
  // Values may be computed for the first rows only.
  if (values.length < from) return moved;
  for (let newIndex = from; newIndex < afterEnd; newIndex += 1) moved.push(undefined);
  between.forEach((newIndex, index) => {
    if (newIndex >= 0) moved[newIndex] = values[from + index];
  });
  return moved.concat(values.slice(beforeEnd));
}
