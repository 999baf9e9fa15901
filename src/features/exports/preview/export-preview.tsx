import { Button } from "@mantine/core";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { describeFileFailure } from "@/data/downloads/download-error-messages";
import { exportStateOf } from "@/data/exports/export-state";
import { formatBytes } from "@/lib/file/byte-size";
import { EmptyState, ErrorState, Notice } from "@/ui/feedback/states";
import { useFocusKept } from "@/ui/hooks/use-focus-fallback";
import { RefreshIcon } from "@/ui/theme/icons";
import classes from "./export-preview.module.css";
import { FETCHED_AT_MOST, type Preview } from "./load-preview";
import { LoadingFile } from "./loading-file";
import { PreviewBody } from "./preview-body";
import { fileWords } from "./preview-kind";
import { usePreview } from "./use-preview";

interface ExportPreviewProps {
  readonly record: ExportedAsset;
}

/** What is in the file of an export. Nothing that a server sends runs: pictures are drawn, all else is text. */
export function ExportPreview({ record }: ExportPreviewProps) {
  return record.has_content ? <FilePreview key={record.id} record={record} /> : <NoFile record={record} />;
}

function FilePreview({ record }: ExportPreviewProps) {
  const loading = usePreview(record);
  const focus = useFocusKept();
  return (
    // What was pressed to see more leaves with the press: the keyboard's place is here then.
    <div {...focus} tabIndex={-1}>
      <FileContent record={record} loading={loading} />
    </div>
  );
}

interface FileContentProps extends ExportPreviewProps {
  readonly loading: ReturnType<typeof usePreview>;
}

function FileContent({ record, loading }: FileContentProps) {
  const { client } = useApi();
  const { query, progress, most, setMost } = loading;
  const { data: preview, error } = query;
  if (preview) {
    return (
      <div className={classes.preview}>
        <Notes
          record={record}
          preview={preview}
          error={error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
        {preview.view.kind === "large" ? (
          <Large preview={preview} most={most} format={record.export_format} onLoad={setMost} />
        ) : (
          <PreviewBody
            preview={preview}
            format={record.export_format}
            name={record.filename ?? "the export"}
          />
        )}
      </div>
    );
  }
  if (query.isFetching || !error) return <LoadingFile progress={progress} />;
  const problem = describeFileFailure(client, record, error);
  return problem && <ErrorState problem={problem} onRetry={() => void query.refetch()} />;
}

/** What stands in the place of a file that the server does not have. */
function NoFile({ record }: ExportPreviewProps) {
  switch (exportStateOf(record, new Date()).kind) {
    case "failed":
      return <EmptyState title="There is no file" detail="The export failed. Run it again to have one." />;
    case "expired":
      return <EmptyState title="There is no file any more" detail="The export has expired. Run it again." />;
    default:
      return (
        <EmptyState
          title="Nothing to show yet"
          detail="The file is shown here once the server has made it."
        />
      );
  }
}

interface NotesProps {
  readonly record: ExportedAsset;
  readonly preview: Preview;
  /** Of the last try to have all of it. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

function Notes({ record, preview, error, onRetry, isRetrying }: NotesProps) {
  const { client } = useApi();
  const { mismatch, cut } = preview;
  const failure = error ?? cut;
  const why = failure === null ? null : describeFileFailure(client, record, failure);
  return (
    <>
      {mismatch !== null && <Notice tone="warning">{mismatch}</Notice>}
      {why && (
        <Notice
          tone="warning"
          title="The file is incomplete: this is what came"
          action={
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<RefreshIcon />}
              loading={isRetrying}
              onClick={onRetry}
            >
              Try again
            </Button>
          }
        >
          {why.title}. {why.detail}
        </Notice>
      )}
    </>
  );
}

interface LargeProps {
  readonly preview: Preview;
  readonly most: number;
  readonly format: string;
  readonly onLoad: (most: number) => void;
}

/** What must be whole to be shown, and is large: fetched when somebody asks for it, up to a limit. */
function Large({ preview: { size, fileKind }, most, format, onLoad }: LargeProps) {
  const words = fileWords(fileKind, format);
  const isTooLarge = most >= FETCHED_AT_MOST || (size ?? 0) > FETCHED_AT_MOST;
  const how = size === null ? `more than ${formatBytes(most)}` : formatBytes(size);
  if (isTooLarge) {
    return (
      <EmptyState
        title="Too large to be shown here"
        detail={`This is ${words} of ${how}; up to ${formatBytes(FETCHED_AT_MOST)} are shown. Download it to see it.`}
      />
    );
  }
  return (
    <EmptyState
      title="A large file"
      detail={`This is ${words} of ${how}.`}
      action={
        <Button variant="default" onClick={() => onLoad(FETCHED_AT_MOST)}>
          {size === null
            ? `Fetch up to ${formatBytes(FETCHED_AT_MOST)} and show it`
            : `Fetch ${formatBytes(size)} and show it`}
        </Button>
      }
    />
  );
}
