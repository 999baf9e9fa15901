import { type CSSProperties, useEffect, useRef, useState } from "react";
import { formatCount, plural } from "@/lib/text/numbers";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { ChevronLeftIcon } from "@/ui/theme/icons-lazy";
import type { Pdf, PdfPage } from "./pdf-engine";
import classes from "./pdf-view.module.css";
import { ScrollRegion } from "./scroll-region";
import { useZoom } from "./use-zoom";
import { ZoomBar } from "./zoom-bar";

interface PdfViewProps {
  readonly bytes: Uint8Array;
}

type Opened =
  | { readonly kind: "loading" }
  | { readonly kind: "open"; readonly pdf: Pdf }
  | { readonly kind: "failed"; readonly words: string };

/** A PDF page by page: as it looks, with its words over it to be marked and read out. */
export function PdfView({ bytes }: PdfViewProps) {
  const opened = usePdf(bytes);
  if (opened.kind === "loading") return <SkeletonLines n={8} />;
  if (opened.kind === "failed") return <Unreadable words={opened.words} />;
  return <Pages pdf={opened.pdf} />;
}

function Unreadable({ words }: { readonly words: string }) {
  return (
    <Notice tone="warning" title="The PDF cannot be shown">
      {words} Download the file to try another program.
    </Notice>
  );
}

function usePdf(bytes: Uint8Array): Opened {
  const [opened, setOpened] = useState<Opened>({ kind: "loading" });
  useEffect(() => {
    let isLeft = false;
    let close: (() => void) | undefined;
    async function open() {
      const engine = await import("./pdf-engine");
      if (isLeft) return;
      try {
        const pdf = await engine.openPdf(bytes);
        close = pdf.close;
        if (isLeft) pdf.close();
        else setOpened({ kind: "open", pdf });
      } catch (error) {
        if (!isLeft) setOpened({ kind: "failed", words: engine.whyUnreadable(error) });
      }
    }
    open().catch(() => {
      if (!isLeft)
        setOpened({ kind: "failed", words: "What draws PDFs could not be fetched: reload the page." });
    });
    return () => {
      isLeft = true;
      close?.();
    };
  }, [bytes]);
  return opened;
}

function Pages({ pdf }: { readonly pdf: Pdf }) {
  const [number, setNumber] = useState(1);
  const { page, isFailed, fail } = usePage(pdf, number);
  const box = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const fit = page && room > 0 ? Math.min(1, room / page.width) : 1;
  const shown = () => (zoom === "fit" ? fit : zoom);
  const { zoom, zoomTo, handlers } = useZoom({ box, target: sheet, shown });

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // Without the padding.
    const observer = new ResizeObserver(() => setRoom(element.clientWidth - 16));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  const { pageCount } = pdf;
  return (
    <>
      <ZoomBar shown={shown()} onZoom={(next) => zoomTo(next)}>
        <span className={classes.turn}>
          <IconButton
            label="Page before"
            icon={<ChevronLeftIcon />}
            disabled={number === 1}
            onClick={() => setNumber(number - 1)}
          />
          <output>
            {pageCount === 1
              ? plural(1, "page", "pages")
              : `Page ${formatCount(number)} of ${formatCount(pageCount)}`}
          </output>
          <IconButton
            label="Next page"
            icon={<ChevronRightIcon />}
            disabled={number === pageCount}
            onClick={() => setNumber(number + 1)}
          />
        </span>
      </ZoomBar>
      {isFailed && <Unreadable words={`Page ${number} is damaged.`} />}
      <ScrollRegion
        ref={box}
        className={classes.box}
        label={`Page ${number} of the PDF. Plus and minus zoom, 0 fits, 1 shows 100 %.`}
        onKeyDown={handlers.onKeyDown}
      >
        <div ref={sheet} className={classes.sheet} style={sizeOf(page, shown())}>
          {page && <Sheet key={number} page={page} zoom={shown()} onFail={fail} />}
        </div>
      </ScrollRegion>
    </>
  );
}

function sizeOf(page: PdfPage | null, zoom: number): CSSProperties & Record<"--total-scale-factor", number> {
  const size = { width: (page?.width ?? 600) * zoom, height: (page?.height ?? 800) * zoom };
  return { ...size, "--total-scale-factor": (zoom * 96) / 72 };
}

function usePage(pdf: Pdf, number: number) {
  const [loaded, setLoaded] = useState<{ readonly number: number; readonly page: PdfPage | null }>();
  useEffect(() => {
    let isLeft = false;
    const keep = (page: PdfPage | null) => {
      if (!isLeft) setLoaded({ number, page });
    };
    pdf.page(number).then(keep, () => keep(null));
    return () => {
      isLeft = true;
    };
  }, [pdf, number]);
  const current = loaded?.number === number ? loaded : undefined;
  return {
    page: current?.page ?? null,
    isFailed: current?.page === null,
    fail: () => setLoaded({ number, page: null }),
  };
}

interface SheetProps {
  readonly page: PdfPage;
  readonly zoom: number;
  readonly onFail: () => void;
}

/** Milliseconds without a change of size until a page is drawn anew; until then its picture is stretched. */
const DRAW_AFTER = 120;

function Sheet({ page, zoom, onFail }: SheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const isDrawn = useRef(false);
  const failed = useRef(onFail);

  useEffect(() => {
    failed.current = onFail;
  }, [onFail]);

  useEffect(() => {
    let drawing: ReturnType<PdfPage["draw"]> | undefined;
    const timer = setTimeout(
      () => {
        if (!canvas.current) return;
        isDrawn.current = true;
        drawing = page.draw(canvas.current, zoom);
        drawing.done.catch(() => failed.current());
      },
      isDrawn.current ? DRAW_AFTER : 0,
    );
    return () => {
      clearTimeout(timer);
      drawing?.cancel();
    };
  }, [page, zoom]);

  useEffect(() => {
    const element = words.current;
    if (!element) return undefined;
    const laying = page.layText(element);
    // Without its words a page is still seen.
    laying.done.catch(() => undefined);
    return () => {
      laying.cancel();
      element.replaceChildren();
    };
  }, [page]);

  return (
    <>
      <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
      <div ref={words} className={classes.words} />
    </>
  );
}
