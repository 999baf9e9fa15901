import type { Fetch } from "./connection";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors";

const MAX_CALLS = 200;

/** One attempt to send a request. Never contains the key. */
export interface LoggedCall {
  /** Unique within a client. Increases with each call. */
  readonly id: number;
  readonly endpoint: string;
  /** In ms since 1970. */
  readonly startedAt: number;
  method: string;
  url: string;
  /** Request body of a change. Missing until the body has been read. */
  body?: string;
  /** Missing if the request received no response. */
  status?: number;
  /** Missing while the call is in flight. */
  durationMs?: number;
  /** Reason for the failure. Excludes the response, which may be large. */
  error?: unknown;
}

export interface CallLog {
  /** The last 200 calls, oldest first. Each change creates a new array. */
  readonly get: () => readonly Readonly<LoggedCall>[];
  /**
   * The last completed call of each endpoint. Excludes canceled calls, because they say nothing about the endpoint.
   */
  readonly latest: ReadonlyMap<string, Readonly<LoggedCall>>;
}

/** Call log with write access for the client. */
export interface CallRecorder extends CallLog {
  /** Runs an attempt and logs it. Replaces `key` in the log with a placeholder. */
  readonly record: <Output>(
    call: { readonly endpoint: string; readonly key: string; readonly fetch: Fetch },
    attempt: (fetch: Fetch) => Promise<Output>,
  ) => Promise<Output>;
}

export function isCanceled({ error }: Pick<LoggedCall, "error">): boolean {
  const isFailure = [HttpError, NetworkError, TimeoutError, ContractError].some(
    (type) => error instanceof type,
  );
  return error !== undefined && !isFailure;
}

/**
 * Creates an in-memory log of one client's calls.
 * @param onChange called when a call starts or ends
 */
export function createCallLog(onChange: () => void): CallRecorder {
  let calls: readonly LoggedCall[] = [];
  let callCount = 0;
  const latest = new Map<string, LoggedCall>();

  function update(next = calls): void {
    calls = next.slice(-MAX_CALLS);
    onChange();
  }

  return {
    get: () => calls,
    latest,
    async record({ endpoint, key, fetch }, attempt) {
      const redact = (text: string) => text.replaceAll(key, "$KEY");
      callCount += 1;
      const call: LoggedCall = { id: callCount, endpoint, startedAt: Date.now(), method: "", url: "" };
      const noteBody = (text: string) => {
        call.body = redact(text);
      };
      try {
        return await attempt(async (request) => {
          // A request that follows a redirect belongs to the same call.
          if (call.url === "") update([...calls, call]);
          call.method = request.method;
          call.url = redact(request.url);
          if (request.method !== "GET")
            void request
              .clone()
              .text()
              .then(noteBody, () => {});
          const response = await fetch(request);
          // Opaque redirects have status 0, which isn't the real status.
          if (response.status !== 0) call.status = response.status;
          return response;
        });
      } catch (error) {
        call.error = error instanceof ContractError ? new ContractError(endpoint, error.issues, null) : error;
        throw error;
      } finally {
        call.durationMs = Date.now() - call.startedAt;
        if (!isCanceled(call)) latest.set(endpoint, call);
        update();
      }
    },
  };
}
