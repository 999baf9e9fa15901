/** Why a file that the server has does not reach the person, where it is not the server's refusal or a lost line. */
export type FileErrorReason =
  /** The server keeps it on another host, from which nothing readable comes. */
  | "storage-silent"
  /** The server keeps it on another host, which answered with an error. */
  | "storage-refused"
  /** More bytes came than were announced. */
  | "too-long"
  /** Of several files not one came. */
  | "none"
  /** It has no bytes. */
  | "empty"
  /** A web page came in its place. */
  | "web-page"
  /** The device has no room for it. */
  | "no-room"
  /** The browser can keep it in memory only, and it is larger than that may be. */
  | "too-large";

/** A file that cannot be had. */
export class FileError extends Error {
  override readonly name = "FileError";

  constructor(
    readonly reason: FileErrorReason,
    /** The status of the host that keeps it, where it gave one. */
    readonly status: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(`File: ${reason}${status === null ? "" : ` ${status}`}`, options);
  }
}
