// Runs on the main thread, since a worker URL would need its own Trusted Types rule. Uses the legacy build,
// since the other one needs newer browsers than the app.
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";

/** A cancelable task. `done` also resolves when canceled. */
export interface RenderTask {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

/** Sizes are in CSS pixels at 100%. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Renders the page at the device's resolution. */
  readonly render: (canvas: HTMLCanvasElement, zoom: number) => RenderTask;
  /** Adds an invisible text layer for selection and screen readers. It scales with `--total-scale-factor`. */
  readonly renderTextLayer: (element: HTMLElement) => RenderTask;
}

export interface PdfDocument {
  readonly pageCount: number;
  /** @param number from 1 */
  readonly page: (number: number) => Promise<PdfPage>;
  readonly close: () => void;
}

/** A PDF has 72 points to the inch, CSS has 96 pixels. */
const PIXELS_PER_POINT = 96 / 72;
/** Some browsers can't render larger canvases. */
const MAX_CANVAS_PIXELS = 16_000_000;
/** Limit for images in the PDF. */
const MAX_IMAGE_PIXELS = 64_000_000;

/** Opens a PDF. Rejects if it is damaged or password-protected; see `pdfErrorMessage`. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const task = getDocument({
    // pdf.js transfers the buffer.
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

/** Returns a sentence. */
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
