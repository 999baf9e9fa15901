/** What can go wrong with files on purpose. */
export const FILE_FAULT_KINDS = [
  /** The first half of a file, then the connection breaks. */
  "file-broken-off",
  /** A file is announced `by` so many bytes longer than it is, 100 by default; fewer where `by` is negative. */
  "file-length",
  /** A file has the media type `mediaType`, that of a web page by default. */
  "file-type",
  /**
   * A table of `bytes` bytes, 500 MB by default, comes in place of the file; it is made while it is sent. After
   * `stopsAfter` bytes nothing more comes, and the connection stays open.
   */
  "file-large",
  /** Files are kept at the address `location`: the server sends the request there. */
  "file-elsewhere",
  /** Exports have the file name `fileName`, by default one that means harm. */
  "file-name",
] as const;

/** What a fault says about files. */
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
/** A path, a control character, a turned direction and the ending of a program. */
const HARMFUL_NAME = "../..\\CON\u0000 report\u202Egpj.exe";

function isFileKind(kind: string): boolean {
  return FILE_FAULT_KINDS.some((known) => known === kind);
}

/** Throws a RangeError for what no file can have. */
export function checkFileFault(fault: FileFaultSetting): void {
  const { kind, bytes, stopsAfter, location, mediaType, fileName } = fault;
  if ([bytes, stopsAfter].some((size) => size !== undefined && !(Number.isSafeInteger(size) && size >= 0))) {
    throw new RangeError("a file has a whole number of bytes");
  }
  if ([mediaType, fileName].some((text) => text !== undefined && typeof text !== "string")) {
    throw new RangeError("types and names of files are text");
  }
  if (kind === "file-elsewhere" && !/^https?:\/\//.test(String(location))) {
    throw new RangeError("files elsewhere need a location, a full address");
  }
}

/** Whether a fault concerns requests to an endpoint: those of files hit nothing but exports. */
export function appliesToExports({ kind }: FileFaultSetting, endpoint: string): boolean {
  if (kind === "blocks") return endpoint === "exports.create";
  if (kind === "file-name") return endpoint.startsWith("exports.");
  return !isFileKind(kind) || endpoint === "exports.content";
}

/** The name of a file as the faults leave it. */
export function applyFileNameFault(name: string, faults: readonly FileFaultSetting[]): string {
  const fault = faults.find(({ kind }) => kind === "file-name");
  return fault === undefined ? name : (fault.fileName ?? HARMFUL_NAME);
}

/** Lines of a table, cut at exactly so many bytes, made when they are asked for; the last of them may never come. */
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

/** The answer with a file, as the faults leave it. */
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
