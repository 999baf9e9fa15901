import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Tells whether the person has left this page.
 * The address changes first, and the page it leads to is drawn a while later: what is answered between
 * must not lead anybody back.
 */
export function useHasLeft(): () => boolean {
  const { pathname } = useLocation();
  const isGone = useRef(false);
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current || globalThis.location.pathname !== pathname;
}
