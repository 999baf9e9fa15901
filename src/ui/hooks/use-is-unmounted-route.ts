import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Returns a function that returns whether the user has left this page. The URL changes before the next page renders,
 * and responses in between must not navigate back.
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
