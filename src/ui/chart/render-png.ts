import { lightTokens } from "@/ui/theme/theme";

/**
 * Name of a color in the light scheme. Images use light colors, because documents usually have a white background.
 */
export type ColorToken = keyof typeof lightTokens;

/** `size` is in px. */
export interface PngFont {
  readonly size: number;
  readonly isSemibold?: boolean;
}

/** A shape to draw. Coordinates are in px from the top left. Text is positioned by its baseline. */
export type PngItem =
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly font: PngFont;
      readonly color: ColorToken;
    }
  | {
      readonly kind: "area";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: ColorToken;
    }
  | {
      readonly kind: "dot";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly color: ColorToken;
    }
  | {
      readonly kind: "line";
      readonly points: readonly { readonly x: number; readonly y: number }[];
      readonly width: number;
      readonly color: ColorToken;
    };

export interface PngLayout {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PngItem[];
}

export type MeasureText = (text: string, font: PngFont) => number;

/** Image pixels per CSS pixel, for high-density screens. */
const SCALE = 2;
/** Maximum number of pixels that works in every browser. Some browsers leave larger canvases empty. */
const MAX_PIXELS = 16_000_000;
const MAX_EDGE = 16_000;

function getPageFontFamily(): string {
  return getComputedStyle(document.body).fontFamily || "sans-serif";
}

function toCssFont({ size, isSemibold = false }: PngFont, family: string): string {
  return `${isSemibold ? 600 : 400} ${size}px ${family}`;
}

function getCanvasContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser can't create images.");
  return context;
}

/**
 * Creates a function that measures text in the page's font.
 * @throws Error when the browser can't draw
 */
export function createTextMeasurer(): MeasureText {
  const context = getCanvasContext(document.createElement("canvas"));
  const family = getPageFontFamily();
  return (text, font) => {
    context.font = toCssFont(font, family);
    return context.measureText(text).width;
  };
}

/**
 * Renders a PNG file. Scales down an image that would be too large.
 * @throws Error when the browser can't draw the image
 */
export async function renderPng({ width, height, items }: PngLayout): Promise<Blob> {
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)), MAX_EDGE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = getCanvasContext(canvas);
  context.scale(scale, scale);
  context.fillStyle = lightTokens.bg;
  context.fillRect(0, 0, width, height);
  const family = getPageFontFamily();
  for (const item of items) drawItem(context, item, family);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  // Some browsers keep a canvas's pixels in memory until it is resized.
  canvas.width = 0;
  if (file === null) throw new Error("The image may be too large. Try another format.");
  return file;
}

function drawItem(context: CanvasRenderingContext2D, item: PngItem, family: string): void {
  context.fillStyle = lightTokens[item.color];
  context.strokeStyle = lightTokens[item.color];
  switch (item.kind) {
    case "text":
      context.font = toCssFont(item.font, family);
      context.fillText(item.text, item.x, item.y);
      return;
    case "area":
      context.fillRect(item.x, item.y, item.width, item.height);
      return;
    case "dot":
      context.beginPath();
      context.arc(item.x, item.y, item.radius, 0, 2 * Math.PI);
      context.fill();
      return;
    case "line": {
      context.lineWidth = item.width;
      context.lineJoin = "round";
      context.beginPath();
      for (const { x, y } of item.points) context.lineTo(x, y);
      context.stroke();
    }
  }
}

/** Truncates text with "…" to a maximum width in px. */
export function truncateToWidth(text: string, font: PngFont, maxWidth: number, measure: MeasureText): string {
  if (measure(text, font) <= maxWidth) return text;
  const characters = [...text];
  let fittingCount = 0;
  let overflowingCount = characters.length;
  while (fittingCount + 1 < overflowingCount) {
    const middle = Math.floor((fittingCount + overflowingCount) / 2);
    if (measure(`${characters.slice(0, middle).join("")}…`, font) <= maxWidth) fittingCount = middle;
    else overflowingCount = middle;
  }
  return `${characters.slice(0, fittingCount).join("")}…`;
}
