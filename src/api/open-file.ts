import { boundWait } from "@/lib/time/wait";
import type { Client, RequestInput } from "./client";
import type { Connection, Fetch } from "./connection";
import { type Endpoint, fileResponse, type ServedFile } from "./endpoint";
import { FileError, NetworkError, TimeoutError } from "./errors";
import { createRequestBuilder, isRedirect, sendRequest, type UntypedInput } from "./fetch-response";
import { parseResponse } from "./parse-response";

/** An open download. Callers must cancel a stream that they don't read to the end. */
export interface OpenFile {
  /** The stream errors with NetworkError("broken-off"), FileError, TimeoutError or the signal's reason. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Announced size. Null when missing, or when the response is compressed. */
  readonly sizeBytes: number | null;
  /** Lowercase and without parameters. Empty when the header is missing. */
  readonly mediaType: string;
  readonly filename: string | null;
}

/** Maximum time without data, both before the response head and between chunks. */
const IDLE_TIMEOUT_MS = 30_000;

type FileEndpoint<Path extends string, Query> = Endpoint<Path, Query, undefined, ServedFile>;

interface Call {
  readonly endpoint: Pick<Endpoint, "id" | "method" | "path"> & { readonly response: typeof fileResponse };
  readonly input: UntypedInput;
  readonly connection: Connection;
  readonly fetch: Fetch;
}

/**
 * Opens a file download as a stream. Retries only failures before the response head arrives. Never
 * sends the key to another host.
 * @param input `timeoutMs` limits the time without data (30,000 by default), not the total time
 * @throws HttpError, NetworkError, TimeoutError, FileError, or the signal's reason when canceled
 */
export function openFile<Path extends string, Query>(
  client: Client,
  endpoint: FileEndpoint<Path, Query>,
  input: RequestInput<Path, Query, undefined>,
): Promise<OpenFile>;
/** The overload above checks the types of the arguments, so the implementation is untyped. */
export function openFile(client: Client, endpoint: Call["endpoint"], input: UntypedInput): Promise<OpenFile> {
  const { method, id } = endpoint;
  return client.withRetry({ method, endpoint: id, signal: input.signal }, (connection, fetch) =>
    openResponse({ endpoint, input, connection, fetch }),
  );
}

async function openResponse({ endpoint, input, connection, fetch }: Call): Promise<OpenFile> {
  const { signal: cancel, timeoutMs: idleTimeoutMs = IDLE_TIMEOUT_MS } = input;
  const build = createRequestBuilder(connection, endpoint, input);
  const abortController = new AbortController();
  const { signal } = abortController;
  cancel?.throwIfAborted();
  // Forwards cancellation to one controller per file. Calling `AbortSignal.any` for each chunk would be wasteful.
  cancel?.addEventListener("abort", () => abortController.abort(cancel.reason), { once: true, signal });
  try {
    return await withIdleTimeout({ abortController, idleTimeoutMs }, async () => {
      const first = await sendRequest(fetch, build(signal));
      const response = isRedirect(first) ? await followRedirect(fetch, build(signal)) : first;
      const { status, headers } = response;
      const body = response.ok ? "" : await response.text();
      const { mediaType, filename } = parseResponse(
        endpoint.id,
        fileResponse,
        { status, headers, body },
        connection.key,
      );
      const sizeBytes = parseContentLength(headers);
      // The browser hides compression of cross-origin responses, so the announced size may be the
      // compressed size.
      const isExact = response.type !== "cors";
      const bytes = response.body ?? new Blob([]).stream();
      return {
        stream: createCheckedStream(bytes, {
          abortController,
          idleTimeoutMs,
          expectedBytes: sizeBytes,
          isExact,
        }),
        sizeBytes,
        mediaType,
        filename,
      };
    });
  } catch (error) {
    abortController.abort(error);
    throw error;
  }
}

/** Whether the browser removes the key from cross-origin redirects. All browsers with `Promise.withResolvers` do. */
function dropsKeyOnRedirect(): boolean {
  return "withResolvers" in Promise;
}

/**
 * Repeats the request and follows the redirect. The browser removes the key when the redirect leads to another host.
 */
async function followRedirect(fetch: Fetch, request: Request): Promise<Response> {
  if (!dropsKeyOnRedirect()) throw new NetworkError("redirect");
  let response: Response;
  try {
    response = await sendRequest(fetch, new Request(request, { redirect: "follow" }));
  } catch (cause) {
    // The server has just responded, so the storage host is unreachable.
    if (cause instanceof NetworkError && cause.reason === "unreachable") {
      throw new FileError("storage-silent", null, { cause });
    }
    throw cause;
  }
  if (isRedirect(response)) throw new NetworkError("redirect");
  // The storage host never receives the key, so its error isn't about the key.
  if (!response.ok && response.redirected) throw new FileError("storage-refused", response.status);
  return response;
}

function parseContentLength(headers: Headers): number | null {
  const packing = headers.get("content-encoding") ?? "identity";
  const length = headers.get("content-length") ?? "";
  return packing === "identity" && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

interface StreamCheck {
  /** Aborts the request. Readers get the abort reason. */
  readonly abortController: AbortController;
  readonly idleTimeoutMs: number;
  /** Announced size, or null when unknown. */
  readonly expectedBytes: number | null;
  /** Whether extra bytes are an error. False when the response may be compressed. */
  readonly isExact: boolean;
}

/**
 * Resolves with the operation's result. Rejects with the signal's reason on abort. After `idleTimeoutMs`, aborts the
 * request with a TimeoutError.
 */
async function withIdleTimeout<Result>(
  { abortController, idleTimeoutMs }: Pick<StreamCheck, "abortController" | "idleTimeoutMs">,
  work: () => Promise<Result>,
): Promise<Result> {
  const { signal } = abortController;
  signal.throwIfAborted();
  const abort = () => abortController.abort(new TimeoutError(idleTimeoutMs));
  const timer = setTimeout(abort, boundWait(idleTimeoutMs, 0));
  let handleAbort: () => void = () => undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      // Some transports ignore their signal after the response head arrives.
      handleAbort = () => reject(signal.reason);
      signal.addEventListener("abort", handleAbort, { once: true });
      work().then(resolve, reject);
    });
  } catch (error) {
    // An aborted request may fail with another error, so the signal's reason takes precedence.
    if (signal.aborted) throw signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", handleAbort);
  }
}

/**
 * Wraps a response's bytes. The stream errors with NetworkError("broken-off") for missing bytes, FileError for extra
 * bytes, TimeoutError when idle for too long, and the signal's reason when canceled.
 */
function createCheckedStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  check: StreamCheck,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { abortController, expectedBytes, isExact } = check;
  const reader = body.getReader();
  let received = 0;

  async function readChunk(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NetworkError("broken-off", { cause });
    });
    if (value !== undefined) received += value.byteLength;
    if (expectedBytes !== null && isExact && received > expectedBytes) throw new FileError("too-long");
    if (done && expectedBytes !== null && received < expectedBytes) throw new NetworkError("broken-off");
    return done ? null : value;
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        // The stream must error even when no read is pending.
        abortController.signal.addEventListener(
          "abort",
          () => controller.error(abortController.signal.reason),
          { once: true },
        );
      },
      async pull(controller) {
        try {
          const chunk = await withIdleTimeout(check, readChunk);
          if (chunk !== null) return controller.enqueue(chunk);
          controller.close();
        } catch (error) {
          controller.error(error);
          reader.cancel(error).catch(() => undefined);
        }
        abortController.abort();
      },
      async cancel(reason) {
        abortController.abort(reason);
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    // Disables read-ahead, because idle time counts only while a read is pending.
    { highWaterMark: 0 },
  );
}
