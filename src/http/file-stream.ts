import { NetworkError, TimeoutError } from "./errors";
import { FileError } from "./file-error";

/** Checks applied to a file's bytes. */
export interface StreamCheck {
  /** Aborts the request. The caller gets its reason. */
  readonly abortController: AbortController;
  /** Maximum time without data, in ms. */
  readonly idleTimeoutMs: number;
  /** Announced size, or null when unknown. */
  readonly expectedBytes: number | null;
  /** Whether extra bytes are an error. False when the response may be compressed. */
  readonly isExact: boolean;
}

/**
 * Resolves with the operation's result, unless it is aborted or `idleTimeoutMs` pass, which aborts the
 * request.
 */
export async function withIdleTimeout<Result>(
  { abortController, idleTimeoutMs }: Pick<StreamCheck, "abortController" | "idleTimeoutMs">,
  work: () => Promise<Result>,
): Promise<Result> {
  const { signal } = abortController;
  signal.throwIfAborted();
  const timer = setTimeout(() => abortController.abort(new TimeoutError(idleTimeoutMs)), idleTimeoutMs);
  let handleAbort: () => void = () => undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      // Not every transport observes its signal after the response head.
      handleAbort = () => reject(signal.reason);
      signal.addEventListener("abort", handleAbort, { once: true });
      work().then(resolve, reject);
    });
  } catch (error) {
    // Aborted requests fail identically, so check the signal.
    if (signal.aborted) throw signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", handleAbort);
  }
}

/**
 * Wraps the bytes of a response. Errors with NetworkError("broken-off") when they end early, FileError for
 * extra bytes, TimeoutError after too long without data, and the signal's reason when canceled.
 */
export function createCheckedStream(
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
        // Also without a pending read.
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
    // No read-ahead, because idle time only counts while a read is pending.
    { highWaterMark: 0 },
  );
}
