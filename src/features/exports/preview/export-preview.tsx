import { Box, Button, Stack } from "@mantine/core";
import { useThrottledCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { useApi } from "@/data/backend/backend";
import { describeDownloadError, openExportFile, storageLinkQuery } from "@/data/downloads/export-file";
import { exportKey, getExportState } from "@/data/exports/exports";
import { formatBytes, formatCount } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { EmptyState, ErrorState, Notice } from "@/ui/feedback/states";
import { useFocusFallback } from "@/ui/hooks/restore-focus";
import { RefreshIcon } from "@/ui/theme/icons";
import { FileIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import { CsvTable } from "./csv-table";
import classes from "./export-preview.module.css";
import { ImageView } from "./image-view";
import { JsonView } from "./json-view";
import type { Preview, TextReason } from "./load-preview";
import {
  AUTO_FETCH_MAX_BYTES,
  formatFileLabel,
  loadPreview,
  MAX_FETCH_BYTES,
  MAX_JSON_BYTES,
  MAX_TEXT_BYTES,
} from "./load-preview";
import { LoadingFile, type LoadProgress, ScrollRegion } from "./preview-parts";

interface ExportPreviewProps {
  readonly record: ExportedAsset;
}

/** Previews a file without executing its content. HTML and SVG are shown as text. */
export function ExportPreview({ record }: ExportPreviewProps) {
  return record.has_content ? <FilePreview key={record.id} record={record} /> : <NoPreview record={record} />;
}

const PROGRESS_INTERVAL_MS = 100;

/** Loads and shows the file of an export that has content. Unmounting discards the file. */
function FilePreview({ record }: ExportPreviewProps) {
  const api = useApi();
  const [maxBytes, setMaxBytes] = useState(AUTO_FETCH_MAX_BYTES);
  const [progress, setProgress] = useState<LoadProgress | null>(null);
  const throttledSetProgress = useThrottledCallback(setProgress, PROGRESS_INTERVAL_MS);
  const focus = useFocusFallback();
  const { id, export_format: format } = record;
  const query = useQuery({
    // Doesn't start with the export's key, so that invalidating the export doesn't reload the file.
    queryKey: ["preview", ...exportKey(api, id), format, maxBytes],
    queryFn: async ({ signal, client }) => {
      try {
        return await loadPreview({
          openFile: (cancel) => openExportFile(api, { id, export_format: format }, cancel),
          format,
          maxBytes,
          signal,
          onProgress: (receivedBytes, totalBytes) => throttledSetProgress({ receivedBytes, totalBytes }),
        });
      } catch (error) {
        // The file is missing, so the cached record is outdated.
        if (error instanceof HttpError && error.status === 404)
          void client.invalidateQueries({ queryKey: exportKey(api, id) });
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const { data: preview, error } = query;
  const { data: link = null } = useQuery(storageLinkQuery(api, id, error));
  const failure = error ?? preview?.truncationError ?? null;
  const problem = failure === null ? null : describeDownloadError(api.client, record, failure);
  const retry = () => void query.refetch();

  function renderContent() {
    if (preview) {
      return (
        <Stack gap={10}>
          {preview.mismatchMessage !== null && <Notice tone="warning">{preview.mismatchMessage}</Notice>}
          {problem && (
            <Notice
              tone="warning"
              title="The file is incomplete"
              action={
                <Button leftSection={<RefreshIcon />} loading={query.isFetching} onClick={retry}>
                  Try again
                </Button>
              }
            >
              {problem.title}. {problem.detail}
            </Notice>
          )}
          <PreviewBody preview={preview} record={record} onLoad={setMaxBytes} />
        </Stack>
      );
    }
    if (query.isFetching || !error) return <LoadingFile progress={progress} />;
    return (
      problem && (
        <ErrorState
          problem={problem}
          onRetry={retry}
          actions={
            link !== null && (
              <Button component="a" href={link} target="_blank" rel="noreferrer">
                Open on the server
              </Button>
            )
          }
        />
      )
    );
  }

  return (
    // Loading removes the focused button, so focus moves here.
    <div {...focus} tabIndex={-1}>
      {renderContent()}
    </div>
  );
}

function NoPreview({ record }: ExportPreviewProps) {
  switch (getExportState(record, new Date()).kind) {
    case "failed":
      return <EmptyState title="No file" detail="The export failed. Run it again." />;
    case "expired":
      return <EmptyState title="Expired" detail="Run the export again to get a new file." />;
    default:
      return <EmptyState title="No preview yet" detail="The preview appears when the file is ready." />;
  }
}

interface PreviewBodyProps extends ExportPreviewProps {
  readonly preview: Preview;
  /** Loads the file again, up to a number of bytes. */
  readonly onLoad: (maxBytes: number) => void;
}

function PreviewBody({ preview, record, onLoad }: PreviewBodyProps) {
  const { view, size } = preview;
  const fileLabel = formatFileLabel(preview.fileKind, record.export_format);
  switch (view.kind) {
    case "empty":
      return <EmptyState title="The file is empty" detail="Run the export again to get a new file." />;
    case "image":
      return <ImageView blob={view.blob} name={record.filename ?? "the export"} />;
    case "pdf":
      return <PdfLink blob={view.blob} />;
    case "table":
      return <CsvTable lines={view.lines} hasMore={view.hasMore} />;
    case "json":
      return <JsonView text={view.text} outline={view.outline} />;
    case "text":
      // The notice about a truncated file is enough. Errors in its JSON follow from the truncation.
      return (
        <TextView
          text={view.text}
          hasMore={view.hasMore}
          reason={preview.truncationError === null ? view.reason : null}
          size={size}
        />
      );
    case "large": {
      const sizeLabel = size === null ? `more than ${formatBytes(view.maxBytes)}` : formatBytes(size);
      const limit = formatBytes(MAX_FETCH_BYTES);
      return view.maxBytes >= MAX_FETCH_BYTES || (size ?? 0) > MAX_FETCH_BYTES ? (
        <EmptyState
          title="Too large to preview"
          detail={`This is ${fileLabel} (${sizeLabel}). The limit is ${limit}. Download the file to view it.`}
        />
      ) : (
        <EmptyState
          title="Large file"
          detail={`This is ${fileLabel} (${sizeLabel}).`}
          action={
            <Button onClick={() => onLoad(MAX_FETCH_BYTES)}>
              {size === null ? `Load up to ${limit}` : `Load ${formatBytes(size)}`}
            </Button>
          }
        />
      );
    }
    default:
      return (
        <EmptyState
          title="No preview for this file type"
          detail={`This is ${fileLabel}${size === null ? "" : ` (${formatBytes(size)})`}. Download it to open it in another program.`}
        />
      );
  }
}

interface PdfLinkProps {
  /** Must have the type `application/pdf`, for which browsers open their PDF viewer. */
  readonly blob: Blob;
}

/** Opens a PDF in the browser's viewer. The Content Security Policy forbids embedding the PDF in the page. */
function PdfLink({ blob }: PdfLinkProps) {
  const attachLink = useCallback(
    (link: HTMLAnchorElement) => {
      const url = URL.createObjectURL(blob);
      link.href = url;
      // A tab that has loaded the PDF continues to show it.
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return (
    <EmptyState
      icon={<FileIcon />}
      title="PDF document"
      detail={formatBytes(blob.size)}
      action={
        <Button component="a" ref={attachLink} target="_blank" rel="noopener">
          Open in a new tab
        </Button>
      }
    />
  );
}

interface TextViewProps {
  readonly text: string;
  readonly hasMore: boolean;
  /** Why a JSON file is shown as text. Null for other text and for truncated files. */
  readonly reason: TextReason | null;
  /** In bytes. Null when unknown. */
  readonly size: number | null;
}

function textReasonMessage(reason: TextReason, size: number | null): string {
  if (reason.kind === "invalid")
    return `This isn't valid JSON, so it is shown as text. Line ${formatCount(reason.line)}, column ${formatCount(reason.column)}: ${reason.message}`;
  const start = size === null ? "The file is" : `At ${formatBytes(size)}, the file is`;
  return `${start} too large for a tree view. The limit is ${formatBytes(MAX_JSON_BYTES)}.`;
}

function TextView({ text, hasMore, reason, size }: TextViewProps) {
  return (
    <>
      {reason && (
        <Notice tone={reason.kind === "invalid" ? "warning" : "info"}>
          {textReasonMessage(reason, size)}
        </Notice>
      )}
      {hasMore && (
        <p className={shared.hint}>
          Showing the first {formatBytes(MAX_TEXT_BYTES)}
          {size !== null && ` of ${formatBytes(size)}`}. Download the file to see the rest.
        </p>
      )}
      {text.includes("\ufffd") && <p className={shared.hint}>Characters that aren't UTF-8 appear as �.</p>}
      <Box pos="relative">
        <Box pos="absolute" top={6} right={6} bg="var(--ui-bg-sunken)" data-no-print>
          <CopyButton value={text} label="Copy text" />
        </Box>
        <ScrollRegion className={classes.text} label="File text">
          <pre className={shared.preWrap}>{text}</pre>
        </ScrollRegion>
      </Box>
    </>
  );
}
