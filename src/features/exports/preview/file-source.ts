import { FILE_HEAD_BYTES } from "@/lib/file/file-kind";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file whose bytes are still to come. */
export interface OpenedFile {
  readonly stream: ReadableStream<Bytes>;
  /** Bytes as announced; null where they are not. */
  readonly sizeBytes: number | null;
  /** Media type as served, without parameters; empty when none was. */
  readonly mediaType: string;
}

/** Called as bytes arrive. */
export type ProgressListener = (received: number, size: number | null) => void;

/** The bytes of a file, one part after the other. */
export interface FileSource {
  /** The first bytes; they come again from `next`. */
  readonly firstBytes: Bytes;
  /** The next part; null at the end, also where the file broke off. */
  readonly nextChunk: () => Promise<Bytes | null>;
  /** Bytes of the whole file: as announced, or as counted once its end was reached; null while nobody knows. */
  readonly size: () => number | null;
  /** Why the file ends too early, once it has; null where it does not. */
  readonly isTruncated: () => unknown;
  /** The rest is not wanted. */
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
 * Begins to read a file. What came before it broke off is kept.
 * @throws the stream's error where nothing came at all, the signal's reason when cancelled.
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

/** All bytes of a file, or null as soon as they are more than `most`. */
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
