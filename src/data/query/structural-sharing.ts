import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw } from "@/contract/parsers";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * What the cache keeps of a new answer: parts that are equal stay the same objects, so that nothing of them is drawn
 * anew. A record is copied on the way, so it is told again what it was read from.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
