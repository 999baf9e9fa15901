import { startTransition, useEffect, useState } from "react";
import { runWhenIdle } from "@/lib/scheduler/run-when-idle";

/**
 * Returns false in the first render, so that the visible content appears first, and true in a
 * transition when the browser is idle. `useDeferredValue` would skip the first value in a
 * prerendered page.
 * @param isImmediate whether to return true in the first render
 */
export function useDeferredMount(isImmediate = false): boolean {
  const [isMounted, setIsMounted] = useState(isImmediate);
  useEffect(() => runWhenIdle(() => startTransition(() => setIsMounted(true))), []);
  return isMounted;
}
