import { lightTokens } from "@/ui/theme/theme";

/** A colour of the light scheme, by its name among the tokens: a picture goes into documents, on white. */
export type Ink = keyof typeof lightTokens;

/** How a text of a picture is set: its size in px, and whether it is semibold. */
export interface PictureFont {
  readonly size: number;
  readonly isStrong?: boolean;
}

/** One thing to be drawn. Places are px from the upper left; a text stands on its baseline. */
export type PictureItem =
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly font: PictureFont;
      readonly ink: Ink;
    }
  | {
      readonly kind: "area";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ink: Ink;
    }
  | {
      readonly kind: "dot";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly ink: Ink;
    }
  | {
      readonly kind: "line";
      readonly points: readonly { readonly x: number; readonly y: number }[];
      readonly width: number;
      readonly ink: Ink;
    };

/** A picture that is laid out and not drawn yet. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PictureItem[];
}

/** Tells how wide a text will be, in px. */
export type MeasureText = (text: string, font: PictureFont) => number;

/** Sharp on screens with twice the points. */
const SCALE = 2;
/** Points that every browser can hold; beyond it some give an empty picture. */
const MOST_POINTS = 16_000_000;
const LONGEST_EDGE = 16_000;

function familyOfPage(): string {
  return getComputedStyle(document.body).fontFamily || "sans-serif";
}

function fontOf({ size, isStrong = false }: PictureFont, family: string): string {
  return `${isStrong ? 600 : 400} ${size}px ${family}`;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw a picture.");
  return context;
}

/** Makes a measure in the fonts of the page. @throws Error where the browser cannot draw */
export function measureInPage(): MeasureText {
  const context = contextOf(document.createElement("canvas"));
  const family = familyOfPage();
  return (text, font) => {
    context.font = fontOf(font, family);
    return context.measureText(text).width;
  };
}

/** Draws a picture as a PNG file, as sharp as its size allows. @throws Error where the browser cannot draw it */
export async function drawPicture({ width, height, items }: Picture): Promise<Blob> {
  const scale = Math.min(
    SCALE,
    Math.sqrt(MOST_POINTS / (width * height)),
    LONGEST_EDGE / Math.max(width, height),
  );
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.fillStyle = lightTokens.bg;
  context.fillRect(0, 0, width, height);
  const family = familyOfPage();
  for (const item of items) drawItem(context, item, family);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  // Some browsers hold on to the points of a canvas until it is small.
  canvas.width = 0;
  if (file === null) throw new Error("The browser could not make the picture: it may be too large for it.");
  return file;
}

function drawItem(context: CanvasRenderingContext2D, item: PictureItem, family: string): void {
  context.fillStyle = lightTokens[item.ink];
  context.strokeStyle = lightTokens[item.ink];
  switch (item.kind) {
    case "text":
      context.font = fontOf(item.font, family);
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
export function cutToWidth(text: string, font: PictureFont, room: number, measure: MeasureText): string {
  if (measure(text, font) <= room) return text;
  const letters = [...text];
  let fits = 0;
  let tooMany = letters.length;
  while (fits + 1 < tooMany) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(`${letters.slice(0, middle).join("")}…`, font) <= room) fits = middle;
    else tooMany = middle;
  }
  return `${letters.slice(0, fits).join("")}…`;
}
