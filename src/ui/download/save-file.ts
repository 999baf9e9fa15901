import { downloadBlob } from "@/lib/file/download-blob";
import type { FileChunk } from "@/lib/file/file-chunk";
import { type CooperativeTask, runCooperatively } from "@/lib/scheduler/cooperative-task";

export interface SaveOptions {
  readonly name: string;
  /** MIME type, for example "text/csv;charset=utf-8". */
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
  /** Called with the number of rows written, about ten times per second. */
  readonly onProgress?: (rowsDone: number) => void;
  readonly signal?: AbortSignal;
  /** Delivers the finished file. Defaults to a download. */
  readonly deliver?: (file: Blob, name: string) => void;
}

// Size at which text is moved to a blob, to free the page's memory.
const CHARACTERS_PER_BLOB = 250_000;
const PROGRESS_INTERVAL_MS = 100;

/**
 * Writes a file in slices that keep the page responsive, then downloads it. Rejects with the signal's reason or a
 * chunk's error, without downloading.
 */
export async function saveFile(options: SaveOptions): Promise<void> {
  const { name, signal, deliver = downloadBlob } = options;
  const file = await runCooperatively(buildBlob(options), signal);
  deliver(file, name);
}

function* buildBlob({ type, chunks, onProgress }: SaveOptions): CooperativeTask<Blob> {
  const parts: Blob[] = [];
  let pending: string[] = [];
  let characterCount = 0;
  let lastProgressAt = performance.now();
  for (const { text, rowsDone } of chunks) {
    pending.push(text);
    characterCount += text.length;
    if (characterCount >= CHARACTERS_PER_BLOB) {
      parts.push(new Blob(pending));
      pending = [];
      characterCount = 0;
    }
    if (performance.now() - lastProgressAt >= PROGRESS_INTERVAL_MS) {
      lastProgressAt = performance.now();
      onProgress?.(rowsDone);
    }
    yield;
  }
  return new Blob([...parts, ...pending], { type });
}
