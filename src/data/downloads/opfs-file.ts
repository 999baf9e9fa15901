import { TAB_ID } from "@/data/journal/tab-id";
import { FileError } from "@/http/file-error";

/** A temporary file, outside of the page's memory where possible. */
export interface TempFile {
  /** Appends bytes. @throws FileError("no-room"), or FileError("too-large") in memory */
  write(bytes: Uint8Array): Promise<void>;
  /** Returns the complete file, which exists until it is discarded. */
  finish(): Promise<Blob>;
  /** Deletes the file, finished or not. Never rejects. */
  discard(): Promise<void>;
}

/** Limit for files in memory, where the browser offers no file system. */
const MAX_MEMORY_BYTES = 200_000_000;
export const MEMORY_LIMIT_LABEL = "200 MB";
/** Browsers write few large chunks faster than many small ones. */
const CHUNK_BYTES = 1_000_000;
const FOLDER_NAME = "environs-downloads";

/** The folder of this page. A lock of the same name marks it as in use. */
const OWN_FOLDER_NAME = `${FOLDER_NAME}-${TAB_ID}`;
let ownFolder: Promise<FileSystemDirectoryHandle | null> | null = null;
let hasCleanedUp = false;
let fileCount = 0;

async function acquireTabLock(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(OWN_FOLDER_NAME, () => {
        resolve();
        // Held until the page closes.
        return new Promise<void>(() => undefined);
      })
      .catch(reject);
  });
}

/** Removes the folders of closed pages. */
async function removeAbandonedFolders(root: FileSystemDirectoryHandle): Promise<void> {
  // List the folders before the locks, since a page takes its lock before it creates its folder.
  const found: string[] = [];
  for await (const name of root.keys()) found.push(name);
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  for (const name of found) {
    if (!alive.has(name)) await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  }
}

/** Opens an empty folder for this page; null where the browser offers none, as in some private windows. */
async function openOwnFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Without locks, abandoned files couldn't be recognized.
    if (!("locks" in navigator) || !("createWritable" in FileSystemFileHandle.prototype)) return null;
    const disk = await navigator.storage.getDirectory();
    const root = await disk.getDirectoryHandle(FOLDER_NAME, { create: true });
    await acquireTabLock();
    await removeAbandonedFolders(root);
    return await root.getDirectoryHandle(OWN_FOLDER_NAME, { create: true });
  } catch {
    return null;
  }
}

/** Removes files of closed pages, once per page, so that exported data isn't left on the device. */
export async function cleanUpTempFiles(): Promise<void> {
  if (hasCleanedUp || ownFolder !== null) return;
  hasCleanedUp = true;
  await removeFilesOfClosedPages();
}

/** Never rejects. */
export async function removeFilesOfClosedPages(): Promise<void> {
  try {
    const disk = await navigator.storage.getDirectory();
    await removeAbandonedFolders(await disk.getDirectoryHandle(FOLDER_NAME));
  } catch {
    // There are no files, or no file system.
  }
}

/** Runs a write and converts a full disk into a FileError. */
async function withQuotaError<Result>(step: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    throw isFull ? new FileError("no-room", null, { cause }) : cause;
  }
}

/** The target of a file. Chunks are reused after the promise resolves. */
interface Sink {
  readonly write: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  readonly finish: () => Promise<Blob> | Blob;
  readonly discard: () => Promise<void> | void;
}

function createBufferedFile({ write, finish, discard }: Sink): TempFile {
  // Reused for all chunks, to avoid garbage collection.
  const buffer = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  const flush = async () => {
    const part = buffer.subarray(0, filled);
    filled = 0;
    await withQuotaError(() => write(part));
  };
  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.byteLength; ) {
        const piece = bytes.subarray(offset, offset + CHUNK_BYTES - filled);
        buffer.set(piece, filled);
        filled += piece.byteLength;
        offset += piece.byteLength;
        if (filled === CHUNK_BYTES) await flush();
      }
    },
    async finish() {
      await flush();
      return withQuotaError(finish);
    },
    async discard() {
      await discard();
    },
  };
}

async function createDiskSink(folder: FileSystemDirectoryHandle, name: string): Promise<Sink> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  return {
    write: (part) => writable.write(part),
    async finish() {
      await writable.close();
      const file = await handle.getFile();
      // A type that browsers always save and never display.
      return file.slice(0, file.size, "application/octet-stream");
    },
    async discard() {
      await writable.abort().catch(() => undefined);
      await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

function createMemorySink(): Sink {
  // Browsers keep blobs outside of the page's heap.
  let parts: Blob[] = [];
  let bytesDone = 0;
  return {
    write(part) {
      bytesDone += part.byteLength;
      if (bytesDone > MAX_MEMORY_BYTES) throw new FileError("too-large");
      parts.push(new Blob([part]));
    },
    finish: () => new Blob(parts, { type: "application/octet-stream" }),
    discard() {
      parts = [];
    },
  };
}

/**
 * Creates a file on disk, or in memory where the browser offers no file system.
 * @param size in bytes, if known
 * @throws FileError if the file is known not to fit
 */
export async function openTempFile(size: number | null): Promise<TempFile> {
  ownFolder ??= openOwnFolder();
  const folder = await ownFolder;
  if (folder === null) {
    if (size !== null && size > MAX_MEMORY_BYTES) throw new FileError("too-large");
    return createBufferedFile(createMemorySink());
  }
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (size !== null && quota !== undefined && size > quota - usage) throw new FileError("no-room");
  fileCount += 1;
  return createBufferedFile(await createDiskSink(folder, String(fileCount)));
}
