/** Why a file couldn't be downloaded, other than an error response or a lost connection. */
export type FileErrorReason =
  /** The file is on another host, which sent no readable response. */
  | "storage-silent"
  /** The file is on another host, which returned an error. */
  | "storage-refused"
  /** The file has more bytes than announced. */
  | "too-long"
  /** None of several files could be downloaded. */
  | "none"
  | "empty"
  /** A web page was returned instead. */
  | "web-page"
  /** There isn't enough disk space. */
  | "no-room"
  /** The file is larger than the browser can hold in memory, and no other storage is available. */
  | "too-large";

export class FileError extends Error {
  override readonly name = "FileError";

  constructor(
    readonly reason: FileErrorReason,
    /** Status of the storage host, if any. */
    readonly status: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(`File: ${reason}${status === null ? "" : ` ${status}`}`, options);
  }
}
