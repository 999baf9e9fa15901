import type { Bytes } from "./export-table";

/** Colors of the picture as RGB: background, grid line, bar, digit. A pixel is an index into this list. */
export const PALETTE = [
  [255, 255, 255],
  [222, 226, 230],
  [34, 108, 196],
  [73, 80, 87],
] as const;

const GRID = 1;
const BAR = 2;
const NUMBER = 3;

// Digits of 3 by 5 dots, one octal number per row from the top.
const DIGITS = [
  "75557",
  "26227",
  "71747",
  "71717",
  "55711",
  "74717",
  "74757",
  "71111",
  "75757",
  "75717",
] as const;

/** A picture with one palette index per pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Bytes;
}

function fillRect(picture: Picture, left: number, top: number, width: number, height: number, color: number) {
  const right = Math.min(picture.width, left + width);
  const bottom = Math.min(picture.height, top + height);
  for (let y = Math.max(0, top); y < bottom; y++) {
    picture.pixels.fill(color, y * picture.width + Math.max(0, left), y * picture.width + right);
  }
}

function drawNumber(picture: Picture, value: number, left: number, top: number, dot: number) {
  [...String(Math.round(value))].forEach((digit, position) => {
    [...(DIGITS[Number(digit)] ?? "")].forEach((row, y) => {
      for (let x = 0; x < 3; x++) {
        if (Number(row) & (4 >> x)) {
          fillRect(picture, left + (position * 4 + x) * dot, top + y * dot, dot, dot, NUMBER);
        }
      }
    });
  });
}

/** Draws values (0 or more) as bars over grid lines, each with its number above. */
export function drawBars(width: number, height: number, values: readonly number[]): Picture {
  const picture: Picture = { width, height, pixels: new Uint8Array(width * height) };
  const margin = Math.round(width / 24);
  const dot = Math.max(1, Math.round(width / 480));
  const baseline = height - margin;
  const plotHeight = height - 2 * margin - 8 * dot;
  for (let line = 0; line <= 4; line++) {
    fillRect(picture, margin, baseline - Math.round((plotHeight * line) / 4), width - 2 * margin, 1, GRID);
  }
  const highest = Math.max(1, ...values);
  const step = (width - 2 * margin) / Math.max(1, values.length);
  values.forEach((value, index) => {
    const barHeight = Math.round((plotHeight * value) / highest);
    const left = Math.round(margin + step * (index + 0.15));
    fillRect(picture, left, baseline - barHeight, Math.round(step * 0.7), barHeight, BAR);
    drawNumber(picture, value, left, baseline - barHeight - 7 * dot, dot);
  });
  return picture;
}
