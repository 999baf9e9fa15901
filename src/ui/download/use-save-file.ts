import { useEffect, useRef, useState } from "react";
import { csvChunks, csvChunksOfFields } from "@/lib/file/csv";
import { downloadBlob, type FileChunk, type FileColumn } from "@/lib/file/file-chunk";
import { sanitizeFileName } from "@/lib/file/file-name";
import { createRowMapper, jsonChunks } from "@/lib/file/json-file";
import { type CooperativeTask, runCooperatively } from "@/lib/scheduler/cooperative-task";
import { pluralize } from "@/lib/text/numbers";
import { toasts } from "@/ui/feedback/toasts";

export interface FileChoice {
  /** `edit` is a format that users can edit and import. */
  readonly format: "csv" | "json" | "edit";
  readonly fields: "shown" | "all";
  readonly bom: boolean;
}

export interface FileSource<Row> {
  readonly columns: readonly FileColumn<Row>[];
  getAllFields(row: Row): Readonly<Record<string, unknown>>;
  /** Name without an extension. `buildFile` sanitizes the name. */
  readonly fileName: string;
  readonly editable?:
    | { readonly fileName: string; chunks(rows: readonly Row[]): Iterable<FileChunk> }
    | undefined;
}

export interface PendingFile {
  readonly name: string;
  /** MIME type, for example "text/csv;charset=utf-8". */
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
}

export function buildFile<Row>(
  rows: readonly Row[],
  { format, fields, bom }: FileChoice,
  { columns, getAllFields, fileName, editable }: FileSource<Row>,
): PendingFile {
  const jsonFile = (name: string, chunks: Iterable<FileChunk>) => ({
    name: sanitizeFileName(name, "json"),
    type: "application/json",
    chunks,
  });
  if (format === "edit" && editable) return jsonFile(editable.fileName, editable.chunks(rows));
  if (format !== "csv")
    return jsonFile(fileName, jsonChunks(rows, fields === "all" ? getAllFields : createRowMapper(columns)));
  return {
    name: sanitizeFileName(fileName, "csv"),
    type: "text/csv;charset=utf-8",
    chunks:
      fields === "all" ? csvChunksOfFields(rows, getAllFields, { bom }) : csvChunks(rows, columns, { bom }),
  };
}

export type SaveFileState = ReturnType<typeof useSaveFile>;

/** Saves one file at a time. Unmounting stops it. The toast is for callers that don't render `errorMessage`. */
export function useSaveFile({ showsErrorToast = false } = {}) {
  /** Null while no file is being saved. */
  const [rowsDone, setRowsDone] = useState<number | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const controllerRef = useRef<AbortController>(undefined);
  useEffect(() => () => controllerRef.current?.abort(), []);

  /** Resolves with true after the file is saved and a toast is shown, or with false after a failure or a stop. */
  async function save(file: PendingFile, rowCount: number): Promise<boolean> {
    const controller = new AbortController();
    controllerRef.current = controller;
    setErrorMessage(null);
    setRowsDone(0);
    try {
      await saveFile({ ...file, onProgress: setRowsDone, signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) return false;
      const detail = error instanceof Error && error.message !== "" ? error.message : "Try again.";
      setErrorMessage(detail);
      if (showsErrorToast) toasts.show({ title: "Couldn't save the file", detail, tone: "danger" });
      return false;
    } finally {
      setRowsDone(null);
    }
    toasts.show({ title: `Saved ${pluralize(rowCount, "row", "rows")} as ${file.name}`, tone: "positive" });
    return true;
  }

  return { rowsDone, errorMessage, save, stop: () => controllerRef.current?.abort() };
}

interface SaveOptions extends PendingFile {
  readonly onProgress?: (rowsDone: number) => void;
  readonly signal?: AbortSignal;
  readonly deliver?: (file: Blob, name: string) => void;
}

const PROGRESS_INTERVAL_MS = 100;

/** Writes in slices that keep the page responsive. Rejects without downloading if aborted or a chunk fails. */
export async function saveFile(options: SaveOptions): Promise<void> {
  const { name, signal, deliver = downloadBlob } = options;
  const file = await runCooperatively(buildBlob(options), signal);
  deliver(file, name);
}

function* buildBlob({ type, chunks, onProgress }: SaveOptions): CooperativeTask<Blob> {
  const parts: Blob[] = [];
  let lastProgressAt = performance.now();
  for (const { text, rowsDone } of chunks) {
    // A blob frees the page's memory.
    parts.push(new Blob([text]));
    if (performance.now() - lastProgressAt >= PROGRESS_INTERVAL_MS) {
      lastProgressAt = performance.now();
      onProgress?.(rowsDone);
    }
    yield;
  }
  return new Blob(parts, { type });
}
