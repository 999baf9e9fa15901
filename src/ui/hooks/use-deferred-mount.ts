import { startTransition, useEffect, useState } from "react";

/**
 * Returns false in the first render, so that the visible content appears first, and true in a
 * transition after it. `useDeferredValue` would skip the first value in a prerendered page.
 * @param isImmediate whether to return true in the first render
 */
export function useDeferredMount(isImmediate = false): boolean {
  const [isMounted, setIsMounted] = useState(isImmediate);
  useEffect(() => startTransition(() => setIsMounted(true)), []);
  return isMounted;
}
