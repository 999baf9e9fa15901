import { Box, Button, Group } from "@mantine/core";
import type { KeyboardEvent, PointerEvent } from "react";
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

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Shows an image that zooms with buttons, keys, pinches, and Ctrl+wheel, and that the mouse pans. The browser pans with
 * keys and touch by scrolling the container.
 */
export function ImageView({ blob, name }: ImageViewProps) {
  const containerRef = useRef<HTMLElement>(null);
  const imageRef = useRef<HTMLImageElement>(null);
  const [naturalSize, setNaturalSize] = useState<{ readonly width: number; readonly height: number } | null>(
    null,
  );
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [fittedZoom, setFittedZoom] = useState(1);
  /** The blob that failed to decode. A retry creates a new blob, which clears the error. */
  const [damagedBlob, setDamagedBlob] = useState<Blob | null>(null);
  /** The point that stays in place during zooming, on the screen and as a fraction of the image. */
  const anchor = useRef<{ readonly screenPoint: Point; readonly relativePoint: Point }>(null);
  const drag = useRef<Point>(null);
  const pinch = useRef<{ readonly distance: number; readonly zoom: number }>(null);
  const isDamaged = damagedBlob === blob;
  const shownZoom = zoom === "fit" ? fittedZoom : zoom;

  const attachImage = useCallback(
    (element: HTMLImageElement) => {
      imageRef.current = element;
      const url = URL.createObjectURL(blob);
      element.src = url;
      // The fitted size depends on the window.
      const observer = new ResizeObserver(() =>
        setFittedZoom(element.clientWidth / (element.naturalWidth || 1) || 1),
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        URL.revokeObjectURL(url);
        imageRef.current = null;
      };
    },
    [blob],
  );

  /** @param screenPoint the center of the container by default */
  function zoomTo(next: Zoom, screenPoint?: Point) {
    if (containerRef.current && imageRef.current) {
      const box = containerRef.current.getBoundingClientRect();
      const image = imageRef.current.getBoundingClientRect();
      const { x, y } = screenPoint ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      anchor.current = {
        screenPoint: { x, y },
        relativePoint: { x: (x - image.left) / (image.width || 1), y: (y - image.top) / (image.height || 1) },
      };
    }
    setZoom(typeof next === "number" ? clampZoom(next) : next);
  }

  useLayoutEffect(() => {
    const { current: pendingAnchor } = anchor;
    anchor.current = null;
    if (!pendingAnchor || !containerRef.current || !imageRef.current) return;
    const { left, top, width, height } = imageRef.current.getBoundingClientRect();
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
    zoomTo(shownZoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  });
  const handleTouch = useEffectEvent((event: TouchEvent) => {
    const [first, second] = event.touches;
    if (!first || !second || event.touches.length !== 2) {
      pinch.current = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    pinch.current ??= { distance, zoom: shownZoom };
    zoomTo((pinch.current.zoom * distance) / (pinch.current.distance || 1), {
      x: (first.clientX + second.clientX) / 2,
      y: (first.clientY + second.clientY) / 2,
    });
  });
  useEffect(() => {
    const element = isDamaged ? null : containerRef.current;
    if (!element) return undefined;
    const listeners = new AbortController();
    // React's wheel and touch listeners are passive, so they can't prevent the browser from zooming the page.
    const options = { passive: false, signal: listeners.signal };
    element.addEventListener("wheel", (event) => handleWheel(event), options);
    for (const type of ["touchstart", "touchmove", "touchend"] as const)
      element.addEventListener(type, (event) => handleTouch(event), options);
    return () => listeners.abort();
  }, [isDamaged]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = zoomByKey(event.key, shownZoom);
    if (next === undefined) return;
    event.preventDefault();
    zoomTo(next);
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    if (!drag.current) return;
    event.currentTarget.scrollLeft -= event.clientX - drag.current.x;
    event.currentTarget.scrollTop -= event.clientY - drag.current.y;
    drag.current = { x: event.clientX, y: event.clientY };
  }

  if (isDamaged) {
    return (
      <Notice tone="warning" title="Couldn't display the image">
        The file is damaged, or this browser doesn't support its format. Download it to open it in another
        program.
      </Notice>
    );
  }
  return (
    <>
      <Group gap={4} role="toolbar" aria-label="Zoom" data-no-print>
        <IconButton label="Zoom out" icon={<MinusIcon />} onClick={() => zoomTo(stepZoom(shownZoom, -1))} />
        <Box component="output" className={shared.numeric} miw="6ch" fz="sm" ta="center">
          {Math.round(shownZoom * 100)}%
        </Box>
        <IconButton label="Zoom in" icon={<PlusIcon />} onClick={() => zoomTo(stepZoom(shownZoom, 1))} />
        <Button onClick={() => zoomTo("fit")}>Fit</Button>
        <Button onClick={() => zoomTo(1)}>100%</Button>
        {naturalSize && (
          <Box component="span" className={shared.numeric} ms="auto" c="dimmed" fz="sm">
            {formatCount(naturalSize.width)} × {formatCount(naturalSize.height)} pixels
          </Box>
        )}
      </Group>
      <ScrollRegion
        ref={containerRef}
        className={classes.zoomed}
        label="Image. Press plus or minus to zoom, 0 to fit, or 1 for 100%."
        data-fits={zoom === "fit" || undefined}
        onKeyDown={handleKeyDown}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onLostPointerCapture={() => {
          drag.current = null;
        }}
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
  if (key === "+" || key === "=") return stepZoom(zoom, 1);
  if (key === "-" || key === "_") return stepZoom(zoom, -1);
  return key === "0" ? "fit" : key === "1" ? 1 : undefined;
}
