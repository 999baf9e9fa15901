import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router-dom";

/**
 * Returns a function that checks whether the user has left this page, or is leaving it while the next page loads.
 * A response must not navigate back.
 */
export function useIsUnmountedRoute(): () => boolean {
  const { pathname } = useLocation();
  const { location: nextLocation } = useNavigation();
  const isUnmounted = useRef(false);
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    isLeaving.current = nextLocation !== undefined && nextLocation.pathname !== pathname;
  }, [nextLocation, pathname]);
  useLayoutEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return () => isUnmounted.current || isLeaving.current || globalThis.location.pathname !== pathname;
}
