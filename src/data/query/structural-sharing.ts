import { replaceEqualDeep } from "@tanstack/react-query";
import { attachRaw } from "@/contract/parsers";

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Keeps equal parts of a response, so that React doesn't re-render them. A copied record keeps the reference to its
 * original JSON.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after);
  return isObject(after) && isObject(shared) ? attachRaw(after, shared) : shared;
}
