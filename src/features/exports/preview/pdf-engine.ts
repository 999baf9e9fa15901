// On the page's own thread: a worker's address would need a rule of its own in the Trusted Types policy. The build for
// older browsers is taken, as the other one needs newer ones than the app does.
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** Work that can be ended before it is done; it then resolves all the same. */
export interface RenderTask {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

/** A page of a PDF. Sizes are CSS pixels at 100 %. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Draws it; the canvas gets as many dots as the screen shows. */
  readonly render: (canvas: HTMLCanvasElement, zoom: number) => RenderTask;
  /** Lays its words over it, unseen, to be marked and read out. They follow the variable `--total-scale-factor`. */
  readonly renderTextLayer: (element: HTMLElement) => RenderTask;
}

/** An opened PDF. */
export interface PdfDocument {
  readonly pageCount: number;
  /** @param number from 1 */
  readonly page: (number: number) => Promise<PdfPage>;
  readonly close: () => void;
}

/** CSS pixels of a point of the PDF: 96 and 72 to the inch. */
const PIXELS_PER_POINT = 96 / 72;
/** Dots of a canvas: more than some browsers can draw. */
const MAX_CANVAS_PIXELS = 16_000_000;
/** Dots of a picture within the PDF. */
const MAX_IMAGE_PIXELS = 64_000_000;

/** Opens a PDF. Rejects where it is damaged or locked; see `whyUnreadable`. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const task = getDocument({
    // It takes the bytes away.
    data: bytes.slice(),
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  });
  const file: PDFDocumentProxy = await task.promise;
  return {
    pageCount: file.numPages,
    page: async (number) => createPdfPage(await file.getPage(number)),
    close() {
      void task.destroy();
      TextLayer.cleanup();
    },
  };
}

/** Why a PDF could not be opened or drawn, a sentence. */
export function pdfErrorMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "It is password-protected.";
  return "It is damaged or incomplete.";
}

async function ignoreCancellation(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    const isCancelled =
      error instanceof RenderingCancelledException ||
      (error instanceof Error && error.name === "AbortException");
    if (!isCancelled) throw error;
  }
}

function createPdfPage(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT });
  return {
    width,
    height,
    render(canvas, zoom) {
      const requestedScale = zoom * PIXELS_PER_POINT * devicePixelRatio;
      const maxScale = Math.sqrt(MAX_CANVAS_PIXELS / (width * height)) * PIXELS_PER_POINT;
      const viewport = page.getViewport({ scale: Math.min(requestedScale, maxScale) });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas, viewport });
      return { done: ignoreCancellation(task.promise), cancel: () => task.cancel() };
    },
    renderTextLayer(element) {
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: element,
        viewport: page.getViewport({ scale: PIXELS_PER_POINT }),
      });
      return { done: ignoreCancellation(layer.render()), cancel: () => layer.cancel() };
    },
  };
}
