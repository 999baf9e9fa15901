import { startTransition, useEffect, useState } from "react";
import { runAfterPaint } from "@/lib/scheduler/run-after-paint";

/**
 * Returns false in the first render, so that the visible content appears first, and true in a
 * transition after it is painted. `useDeferredValue` would skip the first value in a prerendered
 * page.
 * @param isImmediate whether to return true in the first render
 */
export function useDeferredMount(isImmediate = false): boolean {
  const [isMounted, setIsMounted] = useState(isImmediate);
  useEffect(() => runAfterPaint(() => startTransition(() => setIsMounted(true))), []);
  return isMounted;
}
