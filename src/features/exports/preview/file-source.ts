import { FILE_HEAD_BYTES } from "@/lib/file/file-kind";

type Bytes = Uint8Array<ArrayBuffer>;

/** An opened file with unread bytes. */
export interface OpenedFile {
  readonly stream: ReadableStream<Bytes>;
  /** Announced size; null when unknown. */
  readonly sizeBytes: number | null;
  /** Media type without parameters; empty without one. */
  readonly mediaType: string;
}

/** Called with the bytes received so far and the size. */
export type ProgressListener = (received: number, size: number | null) => void;

/** Reads a file in chunks. */
export interface FileSource {
  /** The first bytes. `nextChunk` returns them again. */
  readonly firstBytes: Bytes;
  /** The next chunk; null at the end, even if truncated. */
  readonly nextChunk: () => Promise<Bytes | null>;
  /** Announced or counted size of the file; null when unknown. */
  readonly size: () => number | null;
  /** The error that truncated the file; null without one. */
  readonly isTruncated: () => unknown;
  /** Cancels reading. */
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
 * Starts reading a file. Keeps bytes received before an interruption.
 * @throws the stream's error if nothing was received, the signal's reason when canceled
 */
export async function openFileSource(
  file: OpenedFile,
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
    isTruncated: () => failure,
    close,
  };
}

/** Reads all bytes; null as soon as there are more than `maxBytes`. */
export async function readWhole(source: FileSource, maxBytes: number): Promise<readonly Bytes[] | null> {
  const chunks: Bytes[] = [];
  let length = 0;
  for (let chunk = await source.nextChunk(); chunk !== null; chunk = await source.nextChunk()) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return chunks;
}
