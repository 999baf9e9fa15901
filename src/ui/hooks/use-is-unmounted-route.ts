import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Tells whether the person has left this page.
 * The address changes first, and the page it leads to is drawn a while later: what is answered between
 * must not lead anybody back.
 */
export function useIsUnmountedRoute(): () => boolean {
  const { pathname } = useLocation();
  const isUnmounted = useRef(false);
  useLayoutEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return () => isUnmounted.current || globalThis.location.pathname !== pathname;
}
