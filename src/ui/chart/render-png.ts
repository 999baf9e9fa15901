import { lightTokens } from "@/ui/theme/theme";

/** A colour of the light scheme, by its name among the tokens: a picture goes into documents, on white. */
export type ColorToken = keyof typeof lightTokens;

/** How a text of a picture is set: its size in px, and whether it is semibold. */
export interface PngFont {
  readonly size: number;
  readonly isSemibold?: boolean;
}

/** One thing to be drawn. Places are px from the upper left; a text stands on its baseline. */
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

/** A picture that is laid out and not drawn yet. */
export interface PngLayout {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PngItem[];
}

/** Tells how wide a text will be, in px. */
export type MeasureText = (text: string, font: PngFont) => number;

/** Sharp on screens with twice the points. */
const SCALE = 2;
/** Points that every browser can hold; beyond it some give an empty picture. */
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

/** Makes a measure in the fonts of the page. @throws Error where the browser cannot draw */
export function createTextMeasurer(): MeasureText {
  const context = getCanvasContext(document.createElement("canvas"));
  const family = getPageFontFamily();
  return (text, font) => {
    context.font = toCssFont(font, family);
    return context.measureText(text).width;
  };
}

/** Draws a picture as a PNG file, as sharp as its size allows. @throws Error where the browser cannot draw it */
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
  // Some browsers hold on to the points of a canvas until it is small.
  canvas.width = 0;
  if (file === null) throw new Error("Couldn't create the image. It may be too large.");
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

/** A text that is cut with "…" where it is wider than its room. */
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
