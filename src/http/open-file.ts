import { type Endpoint, fileResponse, type ServedFile } from "@/contract/endpoint";
import type { Client, RequestInput } from "./client";
import type { Connection, Fetch } from "./connection";
import { NetworkError } from "./errors";
import { isRedirect, sendRequest } from "./fetch-response";
import { FileError } from "./file-error";
import { createCheckedStream, withIdleTimeout } from "./file-stream";
import { parseResponse } from "./parse-response";
import { createRequestBuilder, type UntypedInput } from "./prepare-request";

/** A file whose bytes are still to come. Whoever does not read them to their end cancels the stream. */
export interface OpenFile {
  /** Errors with NetworkError("broken-off"), FileError, TimeoutError or the reason of the call's signal. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Bytes as announced; null where they are not, or are packed on the way. */
  readonly sizeBytes: number | null;
  /** Media type without parameters, lower case; empty when none was sent. */
  readonly mediaType: string;
  /** The server's name for it, where it can be read. */
  readonly filename: string | null;
}

/** Milliseconds without anything until a file is given up: before its head, and between its parts. */
const IDLE_TIMEOUT_MS = 30_000;

type FileEndpoint<Path extends string, Query> = Endpoint<Path, Query, undefined, ServedFile>;

interface Call {
  readonly endpoint: Pick<Endpoint, "id" | "method" | "path"> & { readonly response: typeof fileResponse };
  readonly input: UntypedInput;
  readonly connection: Connection;
  readonly fetch: Fetch;
}

/**
 * Opens a file and gives its bytes as a stream; it is asked for again, where that can help, until its head is there.
 * A file that is kept on another host is fetched from there without the key.
 * @param input its `timeout` is the longest silence in ms, 30,000 by default; the whole may take as long as it will
 * @throws NetworkError, TimeoutError, FileError; the signal's reason when cancelled.
 */
export function openFile<Path extends string, Query>(
  client: Client,
  endpoint: FileEndpoint<Path, Query>,
  input: RequestInput<Path, Query, undefined>,
): Promise<OpenFile>;
/** Without the types of what goes in, which those of the caller have checked. */
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
  // Not AbortSignal.any: one signal for all of a file, however many parts it has.
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
      // Of an answer from another origin the page cannot read whether it was packed on the way.
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

/** Whether this browser surely takes the key out of a request that is sent on to another host: all do since 2023. */
function dropsKeyOnRedirect(): boolean {
  return "withResolvers" in Promise;
}

/** Asks once more and goes where the server sends it. The browser takes the key away as soon as that is another host. */
async function followRedirect(fetch: Fetch, request: Request): Promise<Response> {
  if (!dropsKeyOnRedirect()) throw new NetworkError("redirect");
  let response: Response;
  try {
    response = await sendRequest(fetch, new Request(request, { redirect: "follow" }));
  } catch (cause) {
    // The server itself has just answered: what failed is what came after it.
    if (cause instanceof NetworkError && cause.reason === "unreachable") {
      throw new FileError("storage-silent", null, { cause });
    }
    throw cause;
  }
  if (isRedirect(response)) throw new NetworkError("redirect");
  // Another host's refusal says nothing about the key, which it has never seen.
  if (!response.ok && response.redirected) throw new FileError("storage-refused", response.status);
  return response;
}

function parseContentLength(headers: Headers): number | null {
  const packing = headers.get("content-encoding") ?? "identity";
  const length = headers.get("content-length") ?? "";
  return packing === "identity" && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
