import { handOver } from "@/lib/file/download-blob";
import type { FileChunk } from "@/lib/file/file-chunk";
import { runInSlices, type SlicedWork } from "@/lib/scheduler/cooperative-task";

/** What is saved, and how its progress is told. */
export interface SaveOptions {
  readonly name: string;
  /** For example "text/csv;charset=utf-8". */
  readonly type: string;
  readonly chunks: Iterable<FileChunk>;
  /** Told the rows that are written, about ten times a second. */
  readonly onProgress?: (rowsDone: number) => void;
  readonly signal?: AbortSignal;
  /** Hands the file to the person; a download by default. */
  readonly deliver?: (file: Blob, name: string) => void;
}

// Text is handed to the browser in parts of this size: what is written leaves the page's own memory.
const PART_CHARACTERS = 250_000;
const TELL_EVERY_MS = 100;

/**
 * Writes a file in slices that leave the page free, and downloads it. Rejects with the signal's reason when it is
 * stopped, and with whatever the chunks throw; nothing is downloaded then.
 */
export async function saveInSlices(options: SaveOptions): Promise<void> {
  const { name, signal, deliver = handOver } = options;
  const file = await runInSlices(writeFile(options), signal);
  deliver(file, name);
}

function* writeFile({ type, chunks, onProgress }: SaveOptions): SlicedWork<Blob> {
  const parts: Blob[] = [];
  let pending: string[] = [];
  let characters = 0;
  let toldAt = performance.now();
  for (const { text, rowsDone } of chunks) {
    pending.push(text);
    characters += text.length;
    if (characters >= PART_CHARACTERS) {
      parts.push(new Blob(pending));
      pending = [];
      characters = 0;
    }
    if (performance.now() - toldAt >= TELL_EVERY_MS) {
      toldAt = performance.now();
      onProgress?.(rowsDone);
    }
    yield;
  }
  return new Blob([...parts, ...pending], { type });
}
