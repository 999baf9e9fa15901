import { HEAD_BYTES } from "@/lib/file/file-kind";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file whose bytes are still to come. */
export interface OpenedFile {
  readonly stream: ReadableStream<Bytes>;
  /** Bytes as announced; null where they are not. */
  readonly size: number | null;
  /** Media type as served, without parameters; empty when none was. */
  readonly mediaType: string;
}

/** Called as bytes arrive. */
export type OnProgress = (received: number, size: number | null) => void;

/** The bytes of a file, one part after the other. */
export interface FileSource {
  /** The first bytes; they come again from `next`. */
  readonly head: Bytes;
  /** The next part; null at the end, also where the file broke off. */
  readonly next: () => Promise<Bytes | null>;
  /** Bytes of the whole file: as announced, or as counted once its end was reached; null while nobody knows. */
  readonly size: () => number | null;
  /** Why the file ends too early, once it has; null where it does not. */
  readonly cut: () => unknown;
  /** The rest is not wanted. */
  readonly close: () => void;
}

function join(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/**
 * Begins to read a file. What came before it broke off is kept.
 * @throws the stream's error where nothing came at all, the signal's reason when cancelled.
 */
export async function openSource(
  file: OpenedFile,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<FileSource> {
  const reader = file.stream.getReader();
  const ahead: Bytes[] = [];
  let received = 0;
  let isOver = false;
  let failure: unknown = null;

  function close() {
    void reader.cancel().catch(() => undefined);
  }

  async function fetchPart(): Promise<Bytes | null> {
    if (isOver) return null;
    try {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      isOver = done;
      if (value === undefined) return null;
      received += value.byteLength;
      onProgress(received, file.size);
      return value;
    } catch (error) {
      isOver = true;
      if (signal.aborted || received === 0) {
        close();
        throw error;
      }
      failure = error;
      return null;
    }
  }

  let length = 0;
  while (length < HEAD_BYTES) {
    const part = await fetchPart();
    if (part === null) break;
    ahead.push(part);
    length += part.byteLength;
  }
  const head = join(ahead).slice(0, HEAD_BYTES);
  return {
    head,
    next: async () => ahead.shift() ?? (await fetchPart()),
    size: () => (isOver && failure === null ? received : file.size),
    cut: () => failure,
    close,
  };
}

/** All bytes of a file, or null as soon as they are more than `most`. */
export async function wholeOf(source: FileSource, most: number): Promise<readonly Bytes[] | null> {
  const parts: Bytes[] = [];
  let length = 0;
  for (let part = await source.next(); part !== null; part = await source.next()) {
    length += part.byteLength;
    if (length > most) return null;
    parts.push(part);
  }
  return parts;
}

/** All parts as one. */
export const joinParts = join;
