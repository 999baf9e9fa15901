import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { clampZoom, type Zoom, zoomByKey } from "./zoom";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point that stays in place during zooming, both on the screen and in the content. */
interface ZoomAnchor {
  readonly screenPoint: Point;
  /** As a fraction of the content's width and height. */
  readonly relativePoint: Point;
}

interface ZoomOptions {
  readonly containerRef: RefObject<HTMLElement | null>;
  readonly targetRef: RefObject<HTMLElement | null>;
  /** Returns the current zoom as a number, even for "fit". */
  readonly getShownZoom: () => number;
}

function centerOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function relativePointIn(element: Element, { x, y }: Point): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (x - left) / (width || 1), y: (y - top) / (height || 1) };
}

/** Returns the distance and center of two touches. Null for any other number of touches. */
function readPinch({ touches }: TouchEvent) {
  const [firstTouch, secondTouch] = touches;
  if (!firstTouch || !secondTouch || touches.length !== 2) return null;
  return {
    distance: Math.hypot(firstTouch.clientX - secondTouch.clientX, firstTouch.clientY - secondTouch.clientY),
    middle: {
      x: (firstTouch.clientX + secondTouch.clientX) / 2,
      y: (firstTouch.clientY + secondTouch.clientY) / 2,
    },
  };
}

/**
 * Handles zooming with keys, pinches, and Ctrl+wheel, and panning with the mouse. The browser pans
 * with keys and touch by scrolling the container.
 */
export function useZoom({ containerRef, targetRef, getShownZoom }: ZoomOptions) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const anchor = useRef<ZoomAnchor>(null);
  const drag = useRef<Point>(null);

  function zoomTo(next: Zoom, screenPoint?: Point) {
    if (containerRef.current && targetRef.current) {
      const point = screenPoint ?? centerOf(containerRef.current);
      anchor.current = { screenPoint: point, relativePoint: relativePointIn(targetRef.current, point) };
    }
    setZoom(typeof next === "number" ? clampZoom(next) : next);
  }

  useLayoutEffect(() => {
    const { current: pendingAnchor } = anchor;
    anchor.current = null;
    if (!pendingAnchor || !containerRef.current || !targetRef.current) return;
    const { left, top, width, height } = targetRef.current.getBoundingClientRect();
    containerRef.current.scrollBy({
      left: left + pendingAnchor.relativePoint.x * width - pendingAnchor.screenPoint.x,
      top: top + pendingAnchor.relativePoint.y * height - pendingAnchor.screenPoint.y,
      behavior: "instant",
    });
  });

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    // Browsers report a pinch on a touchpad as Ctrl+wheel.
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(getShownZoom() * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  });
  const pinch = useRef<{ readonly distance: number; readonly zoom: number }>(null);
  const handleTouch = useEffectEvent((event: TouchEvent) => {
    const now = readPinch(event);
    if (now === null) {
      pinch.current = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    pinch.current ??= { distance: now.distance, zoom: getShownZoom() };
    zoomTo((pinch.current.zoom * now.distance) / (pinch.current.distance || 1), now.middle);
  });
  useEffect(() => {
    const element = containerRef.current;
    if (!element) return undefined;
    const wheelListener = (event: WheelEvent) => handleWheel(event);
    const touchListener = (event: TouchEvent) => handleTouch(event);
    // React's wheel and touch listeners are passive, so they can't prevent the browser from zooming the page.
    const listenerOptions = { passive: false };
    element.addEventListener("wheel", wheelListener, listenerOptions);
    for (const name of ["touchstart", "touchmove", "touchend"] as const)
      element.addEventListener(name, touchListener, listenerOptions);
    return () => {
      element.removeEventListener("wheel", wheelListener);
      for (const name of ["touchstart", "touchmove", "touchend"] as const)
        element.removeEventListener(name, touchListener);
    };
  }, [containerRef]);

  return {
    zoom,
    zoomTo,
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = zoomByKey(event.key, getShownZoom());
        if (next === undefined) return;
        event.preventDefault();
        zoomTo(next);
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        drag.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!drag.current) return;
        event.currentTarget.scrollLeft -= event.clientX - drag.current.x;
        event.currentTarget.scrollTop -= event.clientY - drag.current.y;
        drag.current = { x: event.clientX, y: event.clientY };
      },
      onPointerUp() {
        drag.current = null;
      },
      onPointerCancel() {
        drag.current = null;
      },
    },
  };
}
