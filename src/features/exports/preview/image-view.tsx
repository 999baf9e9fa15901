import { Box, Button, Group } from "@mantine/core";
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from "react";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { ScrollRegion } from "./preview-parts";

interface ImageViewProps {
  /** Image in a format that can't execute code. */
  readonly blob: Blob;
  readonly name: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function ImageView({ blob, name }: ImageViewProps) {
  const containerRef = useRef<HTMLElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [naturalSize, setNaturalSize] = useState<Size | null>(null);
  const [fittedSize, setFittedSize] = useState(1);
  /** The blob that failed to decode. A retry creates a new blob, which clears the error. */
  const [damagedBlob, setDamagedBlob] = useState<Blob | null>(null);
  const getShownZoom = () => (image.current?.clientWidth ?? 0) / (naturalSize?.width || 1) || 1;
  const { zoom, zoomTo, handlers } = useZoom({ containerRef, targetRef: image, getShownZoom });

  const attachImage = useCallback(
    (element: HTMLImageElement) => {
      image.current = element;
      const url = URL.createObjectURL(blob);
      element.src = url;
      // The fitted size depends on the window.
      const observer = new ResizeObserver(() =>
        setFittedSize(element.clientWidth / (element.naturalWidth || 1)),
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        URL.revokeObjectURL(url);
        image.current = null;
      };
    },
    [blob],
  );

  if (damagedBlob === blob) {
    return (
      <Notice tone="warning" title="Couldn't display the image">
        The file is damaged, or this browser doesn't support its format. Download it to open it in another
        program.
      </Notice>
    );
  }
  return (
    <>
      <ZoomBar shownZoom={zoom === "fit" ? fittedSize : zoom} onZoom={(next) => zoomTo(next)}>
        {naturalSize && (
          <Box component="span" className={shared.numeric} ms="auto" c="dimmed" fz="sm">
            {formatCount(naturalSize.width)} × {formatCount(naturalSize.height)} pixels
          </Box>
        )}
      </ZoomBar>
      <ScrollRegion
        ref={containerRef}
        className={classes.zoomed}
        label="Image. Press plus or minus to zoom, 0 to fit, or 1 for 100%."
        data-fits={zoom === "fit" || undefined}
        {...handlers}
      >
        <img
          ref={attachImage}
          alt={`Preview of ${name}`}
          draggable={false}
          style={
            zoom === "fit" || !naturalSize
              ? undefined
              : { width: naturalSize.width * zoom, height: naturalSize.height * zoom }
          }
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNaturalSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setDamagedBlob(blob)}
        />
      </ScrollRegion>
    </>
  );
}

interface ZoomBarProps {
  /** The current zoom as a number, even for "fit". */
  readonly shownZoom: number;
  readonly onZoom: (zoom: Zoom) => void;
  readonly children?: ReactNode;
}

function ZoomBar({ shownZoom, onZoom, children }: ZoomBarProps) {
  return (
    <Group gap={4} role="toolbar" aria-label="Zoom" data-no-print>
      <IconButton label="Zoom out" icon={<MinusIcon />} onClick={() => onZoom(stepZoom(shownZoom, -1))} />
      <Box component="output" className={shared.numeric} miw="6ch" fz="sm" ta="center">
        {Math.round(shownZoom * 100)}%
      </Box>
      <IconButton label="Zoom in" icon={<PlusIcon />} onClick={() => onZoom(stepZoom(shownZoom, 1))} />
      <Button onClick={() => onZoom("fit")}>Fit</Button>
      <Button onClick={() => onZoom(1)}>100%</Button>
      {children}
    </Group>
  );
}

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
function useZoom({ containerRef, targetRef, getShownZoom }: ZoomOptions) {
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

/** 1 is the natural size. "fit" shrinks the content to its container, but never enlarges it. */
type Zoom = number | "fit";

const ZOOM_STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8];
const MIN_ZOOM = ZOOM_STEPS[0] ?? 0.05;
const MAX_ZOOM = ZOOM_STEPS.at(-1) ?? 8;

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** Returns the next larger zoom step for direction 1, or the next smaller one for direction -1. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  // Because of rounding errors, a zoom within 1% of a step counts as that step.
  const tolerance = zoom * 0.01;
  if (direction > 0) return ZOOM_STEPS.find((step) => step > zoom + tolerance) ?? MAX_ZOOM;
  return ZOOM_STEPS.findLast((step) => step < zoom - tolerance) ?? MIN_ZOOM;
}

/** Returns the zoom that a key selects. Undefined for keys that don't change the zoom. */
function zoomByKey(key: string, zoom: number): Zoom | undefined {
  switch (key) {
    case "+":
    case "=":
      return stepZoom(zoom, 1);
    case "-":
    case "_":
      return stepZoom(zoom, -1);
    case "0":
      return "fit";
    case "1":
      return 1;
    default:
      return undefined;
  }
}
