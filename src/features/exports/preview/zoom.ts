/** 1 is the natural size. "fit" shrinks the content to its container, but never enlarges it. */
export type Zoom = number | "fit";

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
export function zoomByKey(key: string, zoom: number): Zoom | undefined {
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
