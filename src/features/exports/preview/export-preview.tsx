import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { describeDownloadError } from "@/data/downloads/download-error-messages";
import { storageLinkQuery } from "@/data/downloads/export-file";
import { getExportState } from "@/data/exports/export-state";
import { formatBytes } from "@/lib/file/byte-size";
import { EmptyState, ErrorState, Notice } from "@/ui/feedback/states";
import { useFocusFallback } from "@/ui/hooks/use-focus-fallback";
import { RefreshIcon } from "@/ui/theme/icons";
import { MAX_FETCH_BYTES, type Preview } from "./load-preview";
import { LoadingFile } from "./loading-file";
import { PreviewBody } from "./preview-body";
import { formatFileLabel } from "./preview-kind";
import { tooLargeMessage } from "./preview-messages";
import { usePreview } from "./use-preview";

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
            <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
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
            <Button variant="default" leftSection={<RefreshIcon />} loading={isRetrying} onClick={onRetry}>
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

/**
 * Offers to load a large file that can't be previewed in part, unless it exceeds `MAX_FETCH_BYTES`.
 */
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
        <Button variant="default" onClick={() => onLoad(MAX_FETCH_BYTES)}>
          {size === null ? `Load up to ${formatBytes(MAX_FETCH_BYTES)}` : `Load ${formatBytes(size)}`}
        </Button>
      }
    />
  );
}
