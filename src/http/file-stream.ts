import { boundWait } from "@/lib/time/wait";
import { NetworkError, TimeoutError } from "./errors";
import { FileError } from "./file-error";

export interface StreamCheck {
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
export async function withIdleTimeout<Result>(
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
