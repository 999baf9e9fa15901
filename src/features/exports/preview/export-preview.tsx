import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/api-context";
import { describeFailure } from "@/data/describe-failure";
import { openExportFile } from "@/data/export-file";
import { exportKey } from "@/data/exports";
import { HttpError } from "@/http/errors";
import { formatBytes } from "@/lib/byte-size";
import type { Problem } from "@/lib/problem";
import { RefreshIcon } from "@/ui/icons";
import { EmptyState, ErrorState, Notice } from "@/ui/states";
import classes from "./export-preview.module.css";
import type { OnProgress } from "./file-source";
import { FETCHED_AT_MOST, FETCHED_UNASKED, loadPreview, type Preview } from "./load-preview";
import { LoadingFile, type Progress } from "./loading-file";
import { PreviewBody } from "./preview-body";
import { fileWords } from "./preview-kind";

interface ExportPreviewProps {
  /** One that has content. */
  readonly record: ExportedAsset;
}

/** What is in the file of an export. Nothing that a server sends runs: pictures are drawn, all else is text. */
export function ExportPreview({ record }: ExportPreviewProps) {
  const { client } = useApi();
  const { query, progress, most, setMost } = usePreview(record);
  const { data: preview, error } = query;
  if (!record.has_content) {
    return (
      <EmptyState title="Nothing to show yet" detail="The file is shown here once the server has made it." />
    );
  }
  if (preview) {
    return (
      <div className={classes.preview}>
        <Notes preview={preview} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
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
  const problem = problemOf(error) ?? describeFailure(client, error);
  return problem && <ErrorState problem={problem} onRetry={() => void query.refetch()} />;
}

/** Milliseconds between two looks at how much has come. */
const LOOK_EVERY = 100;

/** Tells at most ten times a second how much has come. */
function nowAndThen(tell: (progress: Progress) => void): OnProgress {
  let told = Number.NEGATIVE_INFINITY;
  return (received, size) => {
    const now = performance.now();
    if (now - told < LOOK_EVERY) return;
    told = now;
    tell({ received, size });
  };
}

function usePreview(record: ExportedAsset) {
  const api = useApi();
  const [most, setMost] = useState(FETCHED_UNASKED);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { id, export_format: format } = record;
  const query = useQuery({
    // Not below the record's own key: what makes the record stale leaves its file as it is.
    queryKey: ["preview", ...exportKey(api, id), format, most],
    queryFn: ({ signal }) =>
      loadPreview({
        open: (cancel) => openExportFile(api, id, { signal: cancel }),
        format,
        most,
        signal,
        onProgress: nowAndThen((next) => setProgress(next)),
      }),
    enabled: record.has_content,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { query, progress, most, setMost };
}

/** A file that is not there although the record has one. */
function problemOf(error: unknown): Problem | null {
  if (!(error instanceof HttpError) || error.status !== 404) return null;
  return {
    title: "The server has no such file now",
    detail:
      "The export may have expired or been removed meanwhile, or its file is not there yet. Try again, or run the export again.",
    canRetry: true,
  };
}

interface NotesProps {
  readonly preview: Preview;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

function Notes({ preview, onRetry, isRetrying }: NotesProps) {
  const { client } = useApi();
  const { mismatch, cut } = preview;
  const why = cut === null ? null : describeFailure(client, cut);
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
