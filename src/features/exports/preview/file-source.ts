import type { OpenFile } from "@/api/open-file";
import { FILE_HEAD_BYTES } from "@/lib/file/file-kind";

type Bytes = Uint8Array<ArrayBuffer>;

export type PreviewedFile = Pick<OpenFile, "stream" | "sizeBytes" | "mediaType">;

/** Called with the number of bytes received and the file's size in bytes. The size is null when unknown. */
export type ProgressListener = (received: number, size: number | null) => void;

export interface FileSource {
  /** First bytes of the file. `nextChunk` returns them again. */
  readonly firstBytes: Bytes;
  /** Returns the next chunk. Null at the end of the file, or after an interruption. */
  readonly nextChunk: () => Promise<Bytes | null>;
  /**
   * Returns the size in bytes. Until the file has been read completely, returns the size from the
   * headers, or null when unknown.
   */
  readonly size: () => number | null;
  /** Returns the error that interrupted the transfer, or null. */
  readonly truncationError: () => unknown;
  readonly close: () => void;
}

function concatBytes(chunks: readonly Bytes[]): Bytes {
  const all = new Uint8Array(chunks.reduce((totalBytes, { byteLength }) => totalBytes + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/**
 * Starts reading a file. Bytes received before an interruption stay available.
 * @throws the stream's error if nothing was received
 * @throws the signal's reason when canceled
 */
export async function openFileSource(
  file: PreviewedFile,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<FileSource> {
  const reader = file.stream.getReader();
  const buffered: Bytes[] = [];
  let received = 0;
  let isDone = false;
  let failure: unknown = null;

  function close() {
    void reader.cancel().catch(() => undefined);
  }

  async function readChunk(): Promise<Bytes | null> {
    if (isDone) return null;
    try {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      isDone = done;
      if (value === undefined) return null;
      received += value.byteLength;
      onProgress(received, file.sizeBytes);
      return value;
    } catch (error) {
      isDone = true;
      if (signal.aborted || received === 0) {
        close();
        throw error;
      }
      failure = error;
      return null;
    }
  }

  let length = 0;
  while (length < FILE_HEAD_BYTES) {
    const chunk = await readChunk();
    if (chunk === null) break;
    buffered.push(chunk);
    length += chunk.byteLength;
  }
  const firstBytes = concatBytes(buffered).slice(0, FILE_HEAD_BYTES);
  return {
    firstBytes,
    nextChunk: async () => buffered.shift() ?? (await readChunk()),
    size: () => (isDone && failure === null ? received : file.sizeBytes),
    truncationError: () => failure,
    close,
  };
}

/** Reads up to `maxBytes`. `hasMore` tells whether the file has more. */
export async function readUpTo(source: FileSource, maxBytes: number) {
  const chunks: Bytes[] = [];
  let remainingBytes = maxBytes;
  for (let chunk = await source.nextChunk(); chunk !== null; chunk = await source.nextChunk()) {
    chunks.push(chunk.subarray(0, remainingBytes));
    remainingBytes -= chunk.byteLength;
    if (remainingBytes < 0) return { chunks, hasMore: true };
  }
  return { chunks, hasMore: false };
}
