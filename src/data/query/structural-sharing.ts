import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw } from "@/contract/parsers";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Structural sharing that keeps equal parts of a response, so that they aren't re-rendered. Copied records
 * keep the reference to their original JSON.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
