import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw } from "@/contract/parsers";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Reuses equal parts of the previous response, to avoid rendering them again. Copied records keep their original
 * JSON.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
