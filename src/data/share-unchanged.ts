import { replaceEqualDeep } from "@tanstack/react-query";
import { keepRaw } from "@/contract/readers";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function itemsOf(value: object): readonly unknown[] {
  return "results" in value && Array.isArray(value.results) ? value.results : [];
}

/**
 * What the cache keeps of a new answer: parts that are equal stay the same objects, so that nothing of them is drawn
 * anew. Records are copied on the way, so each is told again what it was read from.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  if (!isObject(after) || !isObject(shared)) return shared;
  keepRaw(after, shared);
  const copies = itemsOf(shared);
  itemsOf(after).forEach((record, place) => {
    const copy = copies[place];
    if (isObject(record) && isObject(copy)) keepRaw(record, copy);
  });
  return shared;
}
