import { type CSSProperties, useEffect, useRef, useState } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { ChevronLeftIcon } from "@/ui/theme/icons-lazy";
import type { PdfDocument, PdfPage } from "./pdf-engine";
import classes from "./pdf-view.module.css";
import { ScrollRegion } from "./scroll-region";
import { useZoom } from "./use-zoom";
import { ZoomBar } from "./zoom-bar";

interface PdfViewProps {
  readonly bytes: Uint8Array;
}

type OpenedPdf =
  | { readonly kind: "loading" }
  | { readonly kind: "open"; readonly pdf: PdfDocument }
  | { readonly kind: "failed"; readonly message: string };

/** Shows one page at a time, with a text layer for selection and screen readers. */
export function PdfView({ bytes }: PdfViewProps) {
  const opened = useOpenPdf(bytes);
  if (opened.kind === "loading") return <SkeletonLines count={8} />;
  if (opened.kind === "failed") return <UnreadablePdf message={opened.message} />;
  return <PdfPages pdf={opened.pdf} />;
}

function UnreadablePdf({ message }: { readonly message: string }) {
  return (
    <Notice tone="warning" title="Couldn't display the PDF">
      {message} Download the file to try another program.
    </Notice>
  );
}

function useOpenPdf(bytes: Uint8Array): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ kind: "loading" });
  useEffect(() => {
    let isCancelled = false;
    let closePdf: (() => void) | undefined;
    async function openDocument() {
      const engine = await import("./pdf-engine");
      if (isCancelled) return;
      try {
        const pdf = await engine.openPdf(bytes);
        closePdf = pdf.close;
        if (isCancelled) pdf.close();
        else setOpened({ kind: "open", pdf });
      } catch (error) {
        if (!isCancelled) setOpened({ kind: "failed", message: engine.pdfErrorMessage(error) });
      }
    }
    openDocument().catch(() => {
      if (!isCancelled)
        setOpened({ kind: "failed", message: "The PDF viewer couldn't load. Reload the page." });
    });
    return () => {
      isCancelled = true;
      closePdf?.();
    };
  }, [bytes]);
  return opened;
}

function PdfPages({ pdf }: { readonly pdf: PdfDocument }) {
  const [pageNumber, setPageNumber] = useState(1);
  const { page, hasFailed, markFailed } = usePage(pdf, pageNumber);
  const containerRef = useRef<HTMLElement>(null);
  const sheetRef = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const fitZoom = page && available > 0 ? Math.min(1, available / page.width) : 1;
  const getShownZoom = () => (zoom === "fit" ? fitZoom : zoom);
  const { zoom, zoomTo, handlers } = useZoom({ containerRef, targetRef: sheetRef, getShownZoom });

  useEffect(() => {
    const element = containerRef.current;
    if (!element) return undefined;
    // Without padding.
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth - 16));
    observer.observe(element);
    return () => observer.disconnect();
  }, [containerRef]);

  const { pageCount } = pdf;
  return (
    <>
      <ZoomBar shownZoom={getShownZoom()} onZoom={(next) => zoomTo(next)}>
        <span className={classes.turn}>
          <IconButton
            label="Previous page"
            icon={<ChevronLeftIcon />}
            disabled={pageNumber === 1}
            onClick={() => setPageNumber(pageNumber - 1)}
          />
          <output>
            {pageCount === 1
              ? pluralize(1, "page", "pages")
              : `Page ${formatCount(pageNumber)} of ${formatCount(pageCount)}`}
          </output>
          <IconButton
            label="Next page"
            icon={<ChevronRightIcon />}
            disabled={pageNumber === pageCount}
            onClick={() => setPageNumber(pageNumber + 1)}
          />
        </span>
      </ZoomBar>
      {hasFailed && <UnreadablePdf message={`Page ${pageNumber} is damaged.`} />}
      <ScrollRegion
        ref={containerRef}
        className={classes.box}
        label={`Page ${pageNumber} of the PDF. Plus and minus zoom, 0 fits, 1 shows 100%.`}
        onKeyDown={handlers.onKeyDown}
      >
        <div ref={sheetRef} className={classes.sheet} style={pageSize(page, getShownZoom())}>
          {page && <PdfSheet key={pageNumber} page={page} zoom={getShownZoom()} onFail={markFailed} />}
        </div>
      </ScrollRegion>
    </>
  );
}

function pageSize(
  page: PdfPage | null,
  zoom: number,
): CSSProperties & Record<"--total-scale-factor", number> {
  const size = { width: (page?.width ?? 600) * zoom, height: (page?.height ?? 800) * zoom };
  return { ...size, "--total-scale-factor": (zoom * 96) / 72 };
}

function usePage(pdf: PdfDocument, pageNumber: number) {
  const [loaded, setLoaded] = useState<{ readonly pageNumber: number; readonly page: PdfPage | null }>();
  useEffect(() => {
    let isCancelled = false;
    const storePage = (page: PdfPage | null) => {
      if (!isCancelled) setLoaded({ pageNumber, page });
    };
    pdf.page(pageNumber).then(storePage, () => storePage(null));
    return () => {
      isCancelled = true;
    };
  }, [pdf, pageNumber]);
  const current = loaded?.pageNumber === pageNumber ? loaded : undefined;
  return {
    page: current?.page ?? null,
    hasFailed: current?.page === null,
    markFailed: () => setLoaded({ pageNumber, page: null }),
  };
}

interface PdfSheetProps {
  readonly page: PdfPage;
  readonly zoom: number;
  readonly onFail: () => void;
}

/** Debounces rendering after a zoom. Until then, the canvas is stretched. */
const RENDER_DELAY_MS = 120;

function PdfSheet({ page, zoom, onFail }: PdfSheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const textLayerRef = useRef<HTMLDivElement>(null);
  const isRendered = useRef(false);
  const failed = useRef(onFail);

  useEffect(() => {
    failed.current = onFail;
  }, [onFail]);

  useEffect(() => {
    let renderTask: ReturnType<PdfPage["render"]> | undefined;
    const timer = setTimeout(
      () => {
        if (!canvas.current) return;
        isRendered.current = true;
        renderTask = page.render(canvas.current, zoom);
        renderTask.done.catch(() => failed.current());
      },
      isRendered.current ? RENDER_DELAY_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      renderTask?.cancel();
    };
  }, [page, zoom]);

  useEffect(() => {
    const element = textLayerRef.current;
    if (!element) return undefined;
    const textLayerTask = page.renderTextLayer(element);
    // The page is still visible without its text layer.
    textLayerTask.done.catch(() => undefined);
    return () => {
      textLayerTask.cancel();
      element.replaceChildren();
    };
  }, [page]);

  return (
    <>
      <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
      <div ref={textLayerRef} className={classes.words} />
    </>
  );
}
