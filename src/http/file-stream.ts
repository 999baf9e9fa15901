import { NetworkError, TimeoutError } from "./errors";
import { FileError } from "./file-error";

/** What a file's bytes are held against on their way. */
export interface StreamCheck {
  /** Ends the transport beneath; its reason is what the caller gets. */
  readonly abortController: AbortController;
  /** Milliseconds of silence after which the answer is given up. */
  readonly idleTimeoutMs: number;
  /** Bytes that were announced; null where nobody knows. */
  readonly expectedBytes: number | null;
  /** Whether more bytes than announced are a mistake: not where they may have been packed on the way. */
  readonly isExact: boolean;
}

/** Resolves with the work's result, unless all is stopped or `limit` ms pass before: then the transport ends too. */
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
      // Not every transport listens to its signal once the head of the answer is there.
      handleAbort = () => reject(signal.reason);
      signal.addEventListener("abort", handleAbort, { once: true });
      work().then(resolve, reject);
    });
  } catch (error) {
    // An aborted transport fails in the same way whoever aborted it, so the signal is asked.
    if (signal.aborted) throw signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", handleAbort);
  }
}

/**
 * The bytes of an answer as they come. It errors with NetworkError("broken-off") where they end too early, FileError
 * where more come than were announced, TimeoutError after too long a silence, the signal's reason when cancelled.
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
        // Also while nobody reads.
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
    // Nothing is fetched ahead: silence counts only while somebody waits.
    { highWaterMark: 0 },
  );
}
