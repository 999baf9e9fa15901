import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Returns a function that checks whether the user has left this page. The function also compares
 * the URL, which changes before the next page renders. A response in between must not navigate
 * back.
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
