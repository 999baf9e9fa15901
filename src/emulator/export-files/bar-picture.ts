import type { Bytes } from "./export-table";

type Color = readonly [number, number, number];

const WHITE: Color = [255, 255, 255];
/** Number of shades of a color on white, for smooth edges. The last shade is the color itself. */
const SHADES = 7;

function listShades(color: Color): readonly Color[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const part = (shade + 1) / SHADES;
    const mix = (channel: 0 | 1 | 2) => Math.round(255 + (color[channel] - 255) * part);
    return [mix(0), mix(1), mix(2)];
  });
}

/**
 * The picture's colors in RGB: background, grid line, bar shades, and text shades. Pixels are
 * indexes into this list.
 */
export const PALETTE: readonly Color[] = [
  WHITE,
  [229, 231, 235],
  ...listShades([79, 84, 209]),
  ...listShades([107, 114, 128]),
];

const GRID = 1;
const BAR = 1 + SHADES;
const TEXT = BAR + SHADES;

/** Stroke of each character, as points in a box of 4 by 6. */
const STROKES: Readonly<Record<string, string>> = {
  "0": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0",
  "1": "0.5,1.4 2.4,0 2.4,6",
  "2": "0,1.2 1,0 3,0 4,1 4,2 0,6 4,6",
  "3": "0,0 4,0 2,2.4 3,2.4 4,3.4 4,5 3,6 1,6 0,5",
  "4": "3,6 3,0 0,4.2 4,4.2",
  "5": "4,0 0.3,0 0,2.8 3,2.5 4,3.5 4,5 3,6 1,6 0,5",
  "6": "3.2,0 1,2 0,4 0,5 1,6 3,6 4,5 4,3.7 3,2.8 1,2.8 0,3.8",
  "7": "0,0 4,0 1.4,6",
  "8": "1,2.8 0,2 0,1 1,0 3,0 4,1 4,2 3,2.8 1,2.8 0,3.8 0,5 1,6 3,6 4,5 4,3.8 3,2.8",
  "9": "0.8,6 3,4 4,2 4,1 3,0 1,0 0,1 0,2.3 1,3.2 3,3.2 4,2.2",
  "-": "0.5,3.2 3.5,3.2",
};
const CHARACTER_WIDTH = 6;

/** A picture with a palette index per pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Bytes;
}

/**
 * Sets a pixel to a shade of a color.
 * @param coverage from 0 to 1
 */
function paint({ width, height, pixels }: Picture, x: number, y: number, color: number, coverage: number) {
  const shade = Math.round(Math.min(1, coverage) * SHADES);
  if (shade <= 0 || x < 0 || y < 0 || x >= width || y >= height) return;
  pixels[y * width + x] = color - SHADES + shade;
}

function drawBar(picture: Picture, left: number, top: number, width: number, bottom: number) {
  const radius = Math.min(width / 6, bottom - top);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < left + width; x++) {
      const toEdge = Math.min(x - left, left + width - 1 - x);
      const [across, down] = [radius - toEdge - 0.5, radius - (y - top) - 0.5];
      const isCorner = across > 0 && down > 0;
      paint(picture, x, y, BAR, isCorner ? radius + 0.5 - Math.hypot(across, down) : 1);
    }
  }
}

type Point = readonly [number, number];

function distanceToSegment([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
}

function drawCharacter(picture: Picture, character: string, left: number, top: number, unit: number) {
  const points = (STROKES[character] ?? "").split(" ").map((text): Point => {
    const [x = 0, y = 0] = text.split(",").map(Number);
    return [left + x * unit, top + y * unit];
  });
  for (let y = Math.floor(top) - 1; y <= top + 6 * unit + 1; y++) {
    for (let x = Math.floor(left) - 1; x <= left + 4 * unit + 1; x++) {
      const distances = points
        .slice(1)
        .map((to, index) => distanceToSegment([x, y], points[index] ?? to, to));
      paint(picture, x, y, TEXT, 1.1 - Math.min(...distances));
    }
  }
}

function textWidth(text: string, unit: number): number {
  return (text.length * CHARACTER_WIDTH - 2) * unit;
}

/** Draws digits and hyphens. Other characters are blank. */
function drawText(picture: Picture, text: string, left: number, top: number, unit: number) {
  [...text].forEach((character, index) => {
    if (character in STROKES)
      drawCharacter(picture, character, left + index * CHARACTER_WIDTH * unit, top, unit);
  });
}

const GRID_LINES = 4;

/**
 * Returns a round number that is at least the highest value and divisible by the number of grid
 * lines.
 */
function roundUp(highest: number): number {
  const rough = Math.max(1, highest / GRID_LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((factor) => factor * power).filter(Number.isInteger);
  return (steps.find((each) => each >= rough) ?? 10 * power) * GRID_LINES;
}

export interface ChartPoint {
  readonly label: string;
  /** 0 or more. */
  readonly value: number;
}

/** Draws values as bars on grid lines. Large pictures also have a scale and dates. */
export function drawBars(width: number, height: number, points: readonly ChartPoint[]): Picture {
  const picture: Picture = { width, height, pixels: new Uint8Array(width * height) };
  const unit = width / 640;
  const hasText = unit >= 1;
  const margin = Math.round(width / 30);
  const scale = roundUp(Math.max(0, ...points.map(({ value }) => value)));
  const left = hasText ? margin + Math.round(textWidth(String(scale), unit)) + 12 : margin;
  const baseline = height - margin - (hasText ? 24 : 0);
  const plotHeight = baseline - margin;
  const right = width - margin;
  for (let line = 0; line <= GRID_LINES; line++) {
    const y = baseline - Math.round((plotHeight * line) / GRID_LINES);
    picture.pixels.fill(GRID, y * width + left, y * width + right);
    const text = String((scale * line) / GRID_LINES);
    if (hasText) drawText(picture, text, left - 12 - textWidth(text, unit), y - 3 * unit, unit);
  }
  const step = (right - left) / Math.max(1, points.length);
  points.forEach(({ label, value }, index) => {
    const barWidth = Math.max(1, Math.round(step * 0.62));
    const center = left + step * (index + 0.5);
    const top = baseline - Math.round((plotHeight * value) / scale);
    drawBar(picture, Math.round(center - barWidth / 2), top, barWidth, baseline);
    const day = /^\d{4}-(\d\d-\d\d)$/.exec(label)?.[1];
    if (hasText && day !== undefined && textWidth(day, unit) < step)
      drawText(picture, day, center - textWidth(day, unit) / 2, baseline + 12, unit);
  });
  return picture;
}
