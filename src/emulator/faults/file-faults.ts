export const FILE_FAULT_KINDS = [
  /** Sends the first half of a file, then loses the connection. */
  "file-broken-off",
  /** Declares a length that differs by `by` bytes from the actual length (100 by default, may be negative). */
  "file-length",
  /** Sends a file with the media type `mediaType`. Defaults to the media type of a web page. */
  "file-type",
  /**
   * Replaces the file with a table of `bytes` bytes (500 MB by default), created while it is sent.
   * If `stopsAfter` is set, the transfer stalls after that many bytes, and the connection stays
   * open.
   */
  "file-large",
  /** Redirects to the URL `location`, as a server that stores files on another host would. */
  "file-elsewhere",
  /** Sends the file name `fileName`. Defaults to a harmful name. */
  "file-name",
] as const;

export interface FileFaultSetting {
  readonly kind: string;
  readonly by?: number;
  readonly mediaType?: string;
  readonly bytes?: number;
  readonly stopsAfter?: number;
  readonly location?: string;
  readonly fileName?: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

const DEFAULT_EXTRA_BYTES = 100;
const WEB_PAGE_TYPE = "text/html; charset=utf-8";
const LARGE_FILE_BYTES = 500_000_000;
const CHUNK_BYTES = 262_144;
/**
 * A name with a path, a control character, a direction override, and the extension of a program.
 */
const HARMFUL_NAME = "../..\\CON\u0000 report\u202Egpj.exe";

function isFileKind(kind: string): boolean {
  return FILE_FAULT_KINDS.some((known) => known === kind);
}

/** Throws a RangeError for invalid settings. */
export function checkFileFault(fault: FileFaultSetting): void {
  const { kind, bytes, stopsAfter, location, mediaType, fileName } = fault;
  if ([bytes, stopsAfter].some((size) => size !== undefined && !(Number.isSafeInteger(size) && size >= 0))) {
    throw new RangeError("Byte counts must be integers");
  }
  if ([mediaType, fileName].some((text) => text !== undefined && typeof text !== "string")) {
    throw new RangeError("mediaType and fileName must be text");
  }
  if (kind === "file-elsewhere" && !/^https?:\/\//.test(String(location))) {
    throw new RangeError("location must be an absolute URL");
  }
}

export function appliesToExports({ kind }: FileFaultSetting, endpoint: string): boolean {
  if (["blocks", "leaves-row", "never-ready"].includes(kind)) return endpoint === "exports.create";
  if (kind === "file-name") return endpoint.startsWith("exports.");
  return !isFileKind(kind) || endpoint === "exports.content";
}

export function applyFileNameFault(name: string, faults: readonly FileFaultSetting[]): string {
  const fault = faults.find(({ kind }) => kind === "file-name");
  return fault === undefined ? name : (fault.fileName ?? HARMFUL_NAME);
}

/**
 * Creates a table of exactly `length` bytes, in chunks on demand. The stream stalls once it has
 * sent `stopsAfter` bytes or more.
 */
function createLargeTable(length: number, stopsAfter = length): ReadableStream<Bytes> {
  const lines = Array.from(
    { length: 4_000 },
    (_, row) => `${row},2026-11-21,"Harbourline, Ltd",${row * 37}\r\n`,
  );
  const text = new TextEncoder().encode(lines.join("")).slice(0, CHUNK_BYTES);
  const head = new TextEncoder().encode("Number,Day,Name,Value\r\n");
  let remaining = length;
  let isFirst = true;
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (remaining === 0) return controller.close();
        if (length - remaining >= stopsAfter) return new Promise<void>(() => undefined);
        const part = (isFirst ? head : text).slice(0, remaining);
        isFirst = false;
        remaining -= part.length;
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
}

function createBrokenStream(bytes: Bytes): ReadableStream<Bytes> {
  let isSent = false;
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (isSent) return controller.error(new TypeError("The connection broke off on purpose"));
        isSent = true;
        controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Creates the response for a file, with the faults applied. */
export function serveFile(bytes: Bytes, headers: Headers, faults: readonly FileFaultSetting[]): Response {
  let body: Bytes | ReadableStream<Bytes> = bytes;
  let length = bytes.length;
  let extraLength = 0;
  for (const fault of faults) {
    switch (fault.kind) {
      case "file-elsewhere":
        return new Response(null, { status: 302, headers: { Location: fault.location ?? "" } });
      case "file-type":
        headers.set("Content-Type", fault.mediaType ?? WEB_PAGE_TYPE);
        break;
      case "file-large":
        length = fault.bytes ?? LARGE_FILE_BYTES;
        body = createLargeTable(length, fault.stopsAfter);
        break;
      case "file-broken-off":
        body = createBrokenStream(bytes);
        break;
      case "file-length":
        extraLength += fault.by ?? DEFAULT_EXTRA_BYTES;
        break;
    }
  }
  headers.set("Content-Length", String(Math.max(0, length + extraLength)));
  return new Response(body, { headers });
}
