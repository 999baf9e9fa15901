import { TAB_ID } from "@/data/journal/tab-id";
import { FileError } from "@/http/file-error";

/** A file in the making, outside of the page's own memory where the browser can do that. */
export interface TempFile {
  /** Takes the next bytes. @throws FileError("no-room") or, where only memory is there, FileError("too-large") */
  write(bytes: Uint8Array): Promise<void>;
  /** The whole, once everything is written. It stays until it is dropped. */
  finish(): Promise<Blob>;
  /** Forgets it, finished or not. Never rejects. */
  discard(): Promise<void>;
}

/** Bytes that are kept where the browser gives no place on the disk. */
const MAX_MEMORY_BYTES = 200_000_000;
/** The same in words. */
export const MEMORY_LIMIT_LABEL = "200 MB";
/** Bytes that are gathered before they are handed to the browser: it writes few large parts faster than many small. */
const CHUNK_BYTES = 1_000_000;
const FOLDER_NAME = "environs-downloads";

/** This page among the browser's tabs, with a lock that says that it is still there. */
const OWN_FOLDER_NAME = `${FOLDER_NAME}-${TAB_ID}`;
let ownFolder: Promise<FileSystemDirectoryHandle | null> | null = null;
let hasCleanedUp = false;
let fileCount = 0;

async function acquireTabLock(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(OWN_FOLDER_NAME, () => {
        resolve();
        // Held until the page is gone.
        return new Promise<void>(() => undefined);
      })
      .catch(reject);
  });
}

/** Removes what pages left behind that are gone. */
async function removeAbandonedFolders(root: FileSystemDirectoryHandle): Promise<void> {
  // The folders first: whoever has one by now has held its lock before.
  const found: string[] = [];
  for await (const name of root.keys()) found.push(name);
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  for (const name of found) {
    if (!alive.has(name)) await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  }
}

/** The folder of this page on the disk, empty; null where the browser gives none, as in some private windows. */
async function openOwnFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Without locks nobody could say later whose files are left over.
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

/** Removes the files of pages that are gone, once per page: what was exported is not to lie about on the device. */
export async function cleanUpTempFiles(): Promise<void> {
  if (hasCleanedUp || ownFolder !== null) return;
  hasCleanedUp = true;
  try {
    const disk = await navigator.storage.getDirectory();
    await removeAbandonedFolders(await disk.getDirectoryHandle(FOLDER_NAME));
  } catch {
    // There are none, or no place where they could be.
  }
}

/** Does a step of writing; a full disk is told by its own error. */
async function withQuotaError<Result>(step: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    throw isFull ? new FileError("no-room", null, { cause }) : cause;
  }
}

/** Where the parts of a file go. A part is taken when the promise resolves: its bytes change afterwards. */
interface Sink {
  readonly write: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  readonly finish: () => Promise<Blob> | Blob;
  readonly discard: () => Promise<void> | void;
}

function createBufferedFile({ write, finish, discard }: Sink): TempFile {
  // One for all parts: what is new for every part lies about until somebody sweeps.
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
      // A type that a browser saves, and never shows in place of that.
      return file.slice(0, file.size, "application/octet-stream");
    },
    async discard() {
      await writable.abort().catch(() => undefined);
      await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

function createMemorySink(): Sink {
  // As blobs: the browser keeps those outside of the page's heap.
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
 * Begins a file on the disk, or in memory where the browser gives no place there.
 * @param size bytes it will have, where they are known
 * @throws FileError where it is known beforehand that it will not fit
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
