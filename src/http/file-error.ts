/**
 * Reason why a download failed, other than an error response from the API or a lost connection to
 * it.
 */
export type FileErrorReason =
  /** Another host stores the file and sent no readable response. */
  | "storage-silent"
  /** Another host stores the file and returned an error. */
  | "storage-refused"
  /** The file is longer than announced. */
  | "too-long"
  /** None of several files could be downloaded. */
  | "none"
  | "empty"
  | "web-page"
  /** The browser can't hold the file. */
  | "too-large";

export class FileError extends Error {
  override readonly name = "FileError";

  constructor(
    readonly reason: FileErrorReason,
    /** Status that the storage host returned, if any. */
    readonly status: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(`File: ${reason}${status === null ? "" : ` ${status}`}`, options);
  }
}
