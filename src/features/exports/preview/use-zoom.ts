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
import { limitZoom, type Zoom, zoomByKey } from "./zoom";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point that stays where it is while the size changes: its place on the screen, and within what is shown. */
interface Anchor {
  readonly at: Point;
  /** From 0 to 1. */
  readonly share: Point;
}

interface ZoomParts {
  /** What scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  /** What is zoomed, within it. */
  readonly target: RefObject<HTMLElement | null>;
  /** The size that is shown now. */
  readonly shown: () => number;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function shareOf(element: Element, { x, y }: Point): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (x - left) / (width || 1), y: (y - top) / (height || 1) };
}

/** Two fingers: how far apart, and the point between them. */
function pinchOf({ touches }: TouchEvent) {
  const [one, two] = touches;
  if (!one || !two || touches.length !== 2) return null;
  return {
    distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    middle: { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 },
  };
}

/** Zoom by buttons, keys, two fingers and the wheel with Ctrl; move by the mouse, keys and fingers. */
export function useZoom({ box, target, shown }: ZoomParts) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const anchor = useRef<Anchor>(null);
  const drag = useRef<Point>(null);

  function zoomTo(next: Zoom, at?: Point) {
    if (box.current && target.current) {
      const point = at ?? middleOf(box.current);
      anchor.current = { at: point, share: shareOf(target.current, point) };
    }
    setZoom(typeof next === "number" ? limitZoom(next) : next);
  }

  useLayoutEffect(() => {
    const { current: kept } = anchor;
    anchor.current = null;
    if (!kept || !box.current || !target.current) return;
    const { left, top, width, height } = target.current.getBoundingClientRect();
    box.current.scrollBy({
      left: left + kept.share.x * width - kept.at.x,
      top: top + kept.share.y * height - kept.at.y,
      behavior: "instant",
    });
  });

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Two fingers on a touchpad come as the wheel with Ctrl.
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(shown() * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  });
  const pinch = useRef<{ readonly distance: number; readonly zoom: number }>(null);
  const onTouch = useEffectEvent((event: TouchEvent) => {
    const now = pinchOf(event);
    if (now === null) {
      pinch.current = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    pinch.current ??= { distance: now.distance, zoom: shown() };
    zoomTo((pinch.current.zoom * now.distance) / (pinch.current.distance || 1), now.middle);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const wheel = (event: WheelEvent) => onWheel(event);
    const touch = (event: TouchEvent) => onTouch(event);
    // React's own listeners cannot keep the browser from zooming the page.
    const active = { passive: false };
    element.addEventListener("wheel", wheel, active);
    for (const name of ["touchstart", "touchmove", "touchend"] as const)
      element.addEventListener(name, touch, active);
    return () => {
      element.removeEventListener("wheel", wheel);
      for (const name of ["touchstart", "touchmove", "touchend"] as const)
        element.removeEventListener(name, touch);
    };
  }, [box]);

  return {
    zoom,
    zoomTo,
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = zoomByKey(event.key, shown());
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
