import { TAB } from "@/data/journal/tab-id";
import { FileError } from "@/http/file-error";

/** A file in the making, outside of the page's own memory where the browser can do that. */
export interface KeptFile {
  /** Takes the next bytes. @throws FileError("no-room") or, where only memory is there, FileError("too-large") */
  write(bytes: Uint8Array): Promise<void>;
  /** The whole, once everything is written. It stays until it is dropped. */
  finish(): Promise<Blob>;
  /** Forgets it, finished or not. Never rejects. */
  drop(): Promise<void>;
}

/** Bytes that are kept where the browser gives no place on the disk. */
const MEMORY_LIMIT = 200_000_000;
/** The same in words. */
export const MEMORY_LIMIT_WORDS = "200 MB";
/** Bytes that are gathered before they are handed to the browser: it writes few large parts faster than many small. */
const PART = 1_000_000;
const FOLDER = "environs-downloads";

/** This page among the browser's tabs, with a lock that says that it is still there. */
const OWNER = `${FOLDER}-${TAB}`;
let ownFolder: Promise<FileSystemDirectoryHandle | null> | null = null;
let hasSwept = false;
let made = 0;

async function holdOwnLock(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(OWNER, () => {
        resolve();
        // Held until the page is gone.
        return new Promise<void>(() => undefined);
      })
      .catch(reject);
  });
}

/** Removes what pages left behind that are gone. */
async function sweep(root: FileSystemDirectoryHandle): Promise<void> {
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
    const root = await disk.getDirectoryHandle(FOLDER, { create: true });
    await holdOwnLock();
    await sweep(root);
    return await root.getDirectoryHandle(OWNER, { create: true });
  } catch {
    return null;
  }
}

/** Removes the files of pages that are gone, once per page: what was exported is not to lie about on the device. */
export async function removeLeftOvers(): Promise<void> {
  if (hasSwept || ownFolder !== null) return;
  hasSwept = true;
  try {
    const disk = await navigator.storage.getDirectory();
    await sweep(await disk.getDirectoryHandle(FOLDER));
  } catch {
    // There are none, or no place where they could be.
  }
}

/** Does a step of writing; a full disk is told by its own error. */
async function withRoom<Result>(step: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
    throw isFull ? new FileError("no-room", null, { cause }) : cause;
  }
}

/** Where the parts of a file go. A part is taken when the promise resolves: its bytes change afterwards. */
interface Sink {
  readonly take: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  readonly finish: () => Promise<Blob> | Blob;
  readonly drop: () => Promise<void> | void;
}

function gathering({ take, finish, drop }: Sink): KeptFile {
  // One for all parts: what is new for every part lies about until somebody sweeps.
  const buffer = new Uint8Array(PART);
  let filled = 0;
  const handOn = async () => {
    const part = buffer.subarray(0, filled);
    filled = 0;
    await withRoom(() => take(part));
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.byteLength; ) {
        const piece = bytes.subarray(at, at + PART - filled);
        buffer.set(piece, filled);
        filled += piece.byteLength;
        at += piece.byteLength;
        if (filled === PART) await handOn();
      }
    },
    async finish() {
      await handOn();
      return withRoom(finish);
    },
    async drop() {
      await drop();
    },
  };
}

async function onDisk(folder: FileSystemDirectoryHandle, name: string): Promise<Sink> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  return {
    take: (part) => writable.write(part),
    async finish() {
      await writable.close();
      const file = await handle.getFile();
      // A type that a browser saves, and never shows in place of that.
      return file.slice(0, file.size, "application/octet-stream");
    },
    async drop() {
      await writable.abort().catch(() => undefined);
      await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

function inMemory(): Sink {
  // As blobs: the browser keeps those outside of the page's heap.
  let parts: Blob[] = [];
  let bytesDone = 0;
  return {
    take(part) {
      bytesDone += part.byteLength;
      if (bytesDone > MEMORY_LIMIT) throw new FileError("too-large");
      parts.push(new Blob([part]));
    },
    finish: () => new Blob(parts, { type: "application/octet-stream" }),
    drop() {
      parts = [];
    },
  };
}

/**
 * Begins a file on the disk, or in memory where the browser gives no place there.
 * @param size bytes it will have, where they are known
 * @throws FileError where it is known beforehand that it will not fit
 */
export async function beginFile(size: number | null): Promise<KeptFile> {
  ownFolder ??= openOwnFolder();
  const folder = await ownFolder;
  if (folder === null) {
    if (size !== null && size > MEMORY_LIMIT) throw new FileError("too-large");
    return gathering(inMemory());
  }
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (size !== null && quota !== undefined && size > quota - usage) throw new FileError("no-room");
  made += 1;
  return gathering(await onDisk(folder, String(made)));
}
