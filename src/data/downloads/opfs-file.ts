import { TAB_ID } from "@/data/journal/tab-id";
import { FileError } from "@/http/file-error";

/** A temporary file, stored on disk where possible. */
export interface TempFile {
  /**
   * Appends bytes.
   * @throws FileError("no-room")
   * @throws FileError("too-large") if a file in memory exceeds `MAX_MEMORY_BYTES`
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Returns the complete file, which is available until `discard` is called. */
  finish(): Promise<Blob>;
  /** Deletes the file. Never rejects. */
  discard(): Promise<void>;
}

/** Maximum size of a file in memory. Used when the browser provides no file system. */
const MAX_MEMORY_BYTES = 200_000_000;
export const MEMORY_LIMIT_LABEL = "200 MB";
/** Browsers write a few large chunks faster than many small ones. */
const CHUNK_BYTES = 1_000_000;
const FOLDER_NAME = "environs-downloads";

/** This page's folder. A lock with the same name marks the folder as in use. */
const OWN_FOLDER_NAME = `${FOLDER_NAME}-${TAB_ID}`;
let ownFolder: Promise<FileSystemDirectoryHandle | null> | null = null;
let hasCleanedUp = false;
let fileCount = 0;

async function acquireTabLock(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(OWN_FOLDER_NAME, () => {
        resolve();
        // The lock is held until the page closes, because the promise never settles.
        return new Promise<void>(() => undefined);
      })
      .catch(reject);
  });
}

async function removeAbandonedFolders(root: FileSystemDirectoryHandle): Promise<void> {
  // Pages take their lock before they create their folder, so the folders are listed before the locks.
  const found: string[] = [];
  for await (const name of root.keys()) found.push(name);
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  for (const name of found) {
    if (!alive.has(name)) await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  }
}

/** Opens an empty folder for this page. Returns null if the browser provides none, as in some private windows. */
async function openOwnFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Without locks, the app couldn't recognize folders of closed pages.
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

/** Removes files of closed pages, so that no exported data remains on the device. Runs once per page. */
export async function cleanUpTempFiles(): Promise<void> {
  if (hasCleanedUp || ownFolder !== null) return;
  hasCleanedUp = true;
  await removeFilesOfClosedPages();
}

export async function removeFilesOfClosedPages(): Promise<void> {
  try {
    const disk = await navigator.storage.getDirectory();
    await removeAbandonedFolders(await disk.getDirectoryHandle(FOLDER_NAME));
  } catch {
    // The folder doesn't exist, or the browser has no file system.
  }
}

async function withQuotaError<Result>(step: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    throw isFull ? new FileError("no-room", null, { cause }) : cause;
  }
}

/** Receives the file's bytes. The caller reuses a chunk's memory after `write` has resolved. */
interface Sink {
  readonly write: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  readonly finish: () => Promise<Blob> | Blob;
  readonly discard: () => Promise<void> | void;
}

function createBufferedFile({ write, finish, discard }: Sink): TempFile {
  // A single buffer for all chunks avoids garbage collection.
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
      // Browsers always save files of this type, and never display them.
      return file.slice(0, file.size, "application/octet-stream");
    },
    async discard() {
      await writable.abort().catch(() => undefined);
      await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

function createMemorySink(): Sink {
  // Browsers store blobs outside the page's heap.
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
 * Creates a file on disk, or in memory if the browser provides no file system.
 * @param size in bytes, if known
 * @throws FileError if the file won't fit
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
