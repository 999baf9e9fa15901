import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { useApi } from "@/data/backend/backend";
import { describeDownloadError, openExportFile, storageLinkQuery } from "@/data/downloads/export-file";
import { exportKey, getExportState } from "@/data/exports/exports";
import { formatBytes } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { EmptyState, ErrorState, Notice } from "@/ui/feedback/states";
import { useFocusFallback } from "@/ui/hooks/restore-focus";
import { RefreshIcon } from "@/ui/theme/icons";
import { FileIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import { CsvTable } from "./csv-table";
import classes from "./export-preview.module.css";
import type { ProgressListener } from "./file-source";
import { ImageView } from "./image-view";
import { JsonView } from "./json-view";
import type { Preview, TextReason } from "./load-preview";
import {
  AUTO_FETCH_MAX_BYTES,
  formatFileLabel,
  loadPreview,
  MAX_FETCH_BYTES,
  MAX_TEXT_BYTES,
} from "./load-preview";
import {
  LoadingFile,
  type LoadProgress,
  ScrollRegion,
  textReasonMessage,
  tooLargeMessage,
  unsupportedFileMessage,
} from "./preview-parts";

interface ExportPreviewProps {
  readonly record: ExportedAsset;
}

/** Previews a file without executing its content. HTML and SVG are shown as text. */
export function ExportPreview({ record }: ExportPreviewProps) {
  return record.has_content ? <FilePreview key={record.id} record={record} /> : <NoPreview record={record} />;
}

function FilePreview({ record }: ExportPreviewProps) {
  const previewState = usePreview(record);
  const focus = useFocusFallback();
  return (
    // Loading removes the focused button, so focus moves here.
    <div {...focus} tabIndex={-1}>
      <FileContent record={record} previewState={previewState} />
    </div>
  );
}

interface FileContentProps extends ExportPreviewProps {
  readonly previewState: ReturnType<typeof usePreview>;
}

function FileContent({ record, previewState }: FileContentProps) {
  const api = useApi();
  const { query, progress, maxBytes, setMaxBytes } = previewState;
  const { data: preview, error } = query;
  const { data: link = null } = useQuery(storageLinkQuery(api, record.id, error));
  if (preview) {
    return (
      <Stack gap={10}>
        <PreviewNotices
          record={record}
          preview={preview}
          error={error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
        {preview.view.kind === "large" ? (
          <LargeFile
            preview={preview}
            maxBytes={maxBytes}
            format={record.export_format}
            onLoad={setMaxBytes}
          />
        ) : (
          <PreviewBody
            preview={preview}
            format={record.export_format}
            name={record.filename ?? "the export"}
          />
        )}
      </Stack>
    );
  }
  if (query.isFetching || !error) return <LoadingFile progress={progress} />;
  const problem = describeDownloadError(api.client, record, error);
  return (
    problem && (
      <ErrorState
        problem={problem}
        onRetry={() => void query.refetch()}
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

interface PreviewNoticesProps {
  readonly record: ExportedAsset;
  readonly preview: Preview;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

function PreviewNotices({ record, preview, error, onRetry, isRetrying }: PreviewNoticesProps) {
  const { client } = useApi();
  const { mismatchMessage, truncationError } = preview;
  const failure = error ?? truncationError;
  const problem = failure === null ? null : describeDownloadError(client, record, failure);
  return (
    <>
      {mismatchMessage !== null && <Notice tone="warning">{mismatchMessage}</Notice>}
      {problem && (
        <Notice
          tone="warning"
          title="The file is incomplete"
          action={
            <Button leftSection={<RefreshIcon />} loading={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {problem.title}. {problem.detail}
        </Notice>
      )}
    </>
  );
}

interface LargeFileProps {
  readonly preview: Preview;
  readonly maxBytes: number;
  readonly format: string;
  readonly onLoad: (maxBytes: number) => void;
}

/** Offers to load a large file that can't be previewed in part, unless it exceeds `MAX_FETCH_BYTES`. */
function LargeFile({ preview: { size, fileKind }, maxBytes, format, onLoad }: LargeFileProps) {
  const fileLabel = formatFileLabel(fileKind, format);
  const isTooLarge = maxBytes >= MAX_FETCH_BYTES || (size ?? 0) > MAX_FETCH_BYTES;
  const sizeLabel = size === null ? `more than ${formatBytes(maxBytes)}` : formatBytes(size);
  if (isTooLarge) {
    return (
      <EmptyState
        title="Too large to preview"
        detail={tooLargeMessage(fileLabel, sizeLabel, MAX_FETCH_BYTES)}
      />
    );
  }
  return (
    <EmptyState
      title="Large file"
      detail={`This is ${fileLabel} (${sizeLabel}).`}
      action={
        <Button onClick={() => onLoad(MAX_FETCH_BYTES)}>
          {size === null ? `Load up to ${formatBytes(MAX_FETCH_BYTES)}` : `Load ${formatBytes(size)}`}
        </Button>
      }
    />
  );
}

interface PreviewBodyProps {
  readonly preview: Preview;
  readonly format: string;
  readonly name: string;
}

function PreviewBody({ preview, format, name }: PreviewBodyProps) {
  const { view, size } = preview;
  switch (view.kind) {
    case "empty":
      return <EmptyState title="The file is empty" detail="Run the export again to get a new file." />;
    case "image":
      return <ImageView blob={view.blob} name={name} />;
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
    default: {
      const fileLabel = formatFileLabel(preview.fileKind, format);
      return (
        <EmptyState title="No preview for this file type" detail={unsupportedFileMessage(fileLabel, size)} />
      );
    }
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

const PROGRESS_INTERVAL_MS = 100;

/** Limits progress updates to ten per second, because each update triggers a render. */
function throttleProgress(onProgress: (progress: LoadProgress) => void): ProgressListener {
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  return (received, size) => {
    const now = performance.now();
    if (now - lastReportedAt < PROGRESS_INTERVAL_MS) return;
    lastReportedAt = now;
    onProgress({ receivedBytes: received, totalBytes: size });
  };
}

/** Loads the preview of an export that has content. Unmounting discards the file. */
function usePreview(record: ExportedAsset) {
  const api = useApi();
  const [maxBytes, setMaxBytes] = useState(AUTO_FETCH_MAX_BYTES);
  const [progress, setProgress] = useState<LoadProgress | null>(null);
  const { id, export_format: format } = record;
  const query = useQuery({
    // Doesn't start with the export's key, so that invalidating the export doesn't reload the file.
    queryKey: ["preview", ...exportKey(api, id), format, maxBytes],
    queryFn: async ({ signal, client }) => {
      try {
        return await loadPreview({
          openFile: (cancel) => openExportFile(api, { id, export_format: format }, { signal: cancel }),
          format,
          maxBytes,
          signal,
          onProgress: throttleProgress((next) => setProgress(next)),
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
  return { query, progress, maxBytes, setMaxBytes };
}
