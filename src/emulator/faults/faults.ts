import type { Random } from "@/emulator/random/seed-random";
import { ApiError, fail, toErrorResponse } from "@/emulator/request/errors";
import { appliesToExports, checkFileFault, FILE_FAULT_KINDS, type FileFaultSetting } from "./file-faults";
import { appliesToPage, checkListFault, type ListFaultSetting } from "./list-faults";
import {
  appliesToMembers,
  checkMemberFault,
  MEMBER_FAULT_KINDS,
  type MemberFaultSetting,
} from "./member-faults";
import {
  appliesToVitals,
  checkVitalsFault,
  VITALS_FAULT_KINDS,
  type VitalsFaultSetting,
} from "./vitals-faults";

export const FAULT_KINDS = [
  /** Delays the response. All other kinds can also have a delay. */
  "latency",
  /** Responds with `status` without processing the request. */
  "status",
  /** Loses the connection before the request is processed. */
  "network",
  /** Processes the request, then loses the connection. */
  "lost-answer",
  /** Never responds. */
  "timeout",
  /** Sends invalid JSON. */
  "malformed",
  /** Sends a web page with status 200, as a sign-in proxy would. */
  "html",
  /** Sends valid JSON in an unexpected format. */
  "wrong-shape",
  /** Sends the first half of the response. */
  "truncated",
  /** Sends a success status without a body. */
  "empty",
  /** Responds to an export creation only after the export is ready or has failed. */
  "blocks",
  /** Stores the export, then rejects its format. */
  "leaves-row",
  /** Creates an export that never becomes ready. */
  "never-ready",
  /** Rejects creating or restoring subscriptions when `limit` subscriptions exist (5 by default). */
  "plan-limit",
  /** Removes `scopes` from every key. */
  "scope",
  /** Limits list pages to `limit` rows (10 by default). */
  "limit-cap",
  /** Replaces the first `rows` rows (7 by default) of a page with the last rows of the previous page. */
  "repeat-rows",
  /** Reports `count` as the list's count, or the actual count plus `by`. */
  "wrong-count",
  ...FILE_FAULT_KINDS,
  ...MEMBER_FAULT_KINDS,
  ...VITALS_FAULT_KINDS,
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const FAULT_STATUSES = [400, 401, 402, 403, 404, 405, 409, 429, 500, 502, 503, 504, 512] as const;

/**
 * Settings of a fault. A setting is invalid if its kind or status is unknown, a number is out of
 * range, or its `detail` would never be sent.
 */
export interface FaultSetting
  extends ListFaultSetting,
    FileFaultSetting,
    MemberFaultSetting,
    VitalsFaultSetting {
  /** Endpoint ID, such as `subscriptions.list`. `*` for all. */
  readonly endpoint: string;
  readonly kind: string;
  readonly status?: number;
  /** Replaces the default detail of a `status` fault. Statuses 405 and 502 have no detail. */
  readonly detail?: string;
  /** Delay of the response in ms, or the minimum when `latencyMaxMs` is set. */
  readonly latencyMs?: number;
  readonly latencyMaxMs?: number;
  /** Probability that a request is affected, from 0 to 1. Defaults to 1. */
  readonly probability?: number;
  /** Number of requests to affect. The fault is then removed. */
  readonly times?: number;
  /** Scopes that a `scope` fault removes, or `*` for all. */
  readonly scopes?: readonly string[];
}

export interface Fault extends FaultSetting {
  readonly kind: FaultKind;
}

export interface FaultControls {
  list(): readonly Fault[];
  /** Replaces all faults. Throws a RangeError for an invalid fault, without changing anything. */
  set(faults: readonly FaultSetting[]): void;
  clear(): void;
  /** Calls the listener after every change. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface FaultStore extends FaultControls {
  /**
   * Returns the faults that apply to a request and decrements their `times`. `offset` is undefined
   * unless the request is for a list page.
   */
  takeMatching(endpoint: string, offset: number | undefined): readonly Fault[];
}

function isFaultKind(kind: string): kind is FaultKind {
  return FAULT_KINDS.some((known) => known === kind);
}

function toFault(setting: FaultSetting): Fault {
  const { kind, status, detail } = setting;
  if (!isFaultKind(kind)) throw new RangeError(`Unknown fault kind: ${kind}`);
  if (kind === "status" && !FAULT_STATUSES.some((known) => known === status)) {
    throw new RangeError(`Invalid fault status: ${String(status)}`);
  }
  if (detail !== undefined && (kind !== "status" || status === 405 || status === 502)) {
    throw new RangeError("detail requires a status with a JSON body");
  }
  checkListFault(setting);
  checkFileFault(setting);
  checkMemberFault(setting);
  checkVitalsFault(setting);
  return { ...setting, kind };
}

function isFaultSetting(value: unknown): value is FaultSetting {
  return (
    typeof value === "object" &&
    value !== null &&
    "endpoint" in value &&
    typeof value.endpoint === "string" &&
    "kind" in value &&
    typeof value.kind === "string" &&
    (!("detail" in value) || typeof value.detail === "string")
  );
}

/** Parses faults from storage or a request. Throws a RangeError for an invalid value. */
export function parseFaults(value: unknown): readonly Fault[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isFaultSetting))
    throw new RangeError("Faults must be a list of objects");
  return value.map(toFault);
}

export function createFaultStore(random: Random): FaultStore {
  let faults: readonly Fault[] = [];
  const listeners = new Set<() => void>();

  function replace(next: readonly Fault[]): void {
    faults = next;
    for (const listener of listeners) listener();
  }

  return {
    list: () => faults,
    set: (settings) => replace(settings.map(toFault)),
    clear: () => replace([]),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    takeMatching(endpoint, offset) {
      const matching = faults.filter(
        (fault) =>
          (fault.endpoint === "*" || fault.endpoint === endpoint) &&
          appliesToPage(fault, offset) &&
          appliesToExports(fault, endpoint) &&
          appliesToMembers(fault, endpoint) &&
          appliesToVitals(fault, endpoint) &&
          (fault.times ?? 1) > 0 &&
          (fault.probability === undefined || random() < fault.probability),
      );
      if (matching.some((fault) => fault.times !== undefined)) {
        const decrementTimes = (fault: Fault) =>
          fault.times !== undefined && matching.includes(fault)
            ? { ...fault, times: fault.times - 1 }
            : fault;
        replace(faults.map(decrementTimes).filter((fault) => fault.times !== 0));
      }
      return matching;
    },
  };
}

export function getLatencyMs(fault: FaultSetting, random: Random): number {
  const { latencyMs = 0, latencyMaxMs = latencyMs } = fault;
  return latencyMs + random() * Math.max(0, latencyMaxMs - latencyMs);
}

const GATEWAY_PAGE =
  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";
const SIGN_IN_PAGE =
  "<!doctype html><html><head><title>Sign in</title></head><body><form><h1>Sign in to continue</h1></form></body></html>";

function createHtmlResponse(body: string, status: number): Response {
  return new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const ERRORS_BY_STATUS: Readonly<Record<number, (scope: string) => never>> = {
  400: () => fail.invalidInput("This request was refused on purpose."),
  401: () => fail.authenticationFailed(),
  402: () => fail.paymentRequired(),
  403: (scope) => fail.missingScope(scope),
  404: () => fail.notFound(),
  405: () => fail.emptyMethodNotAllowed(),
  409: () => {
    throw new ApiError(409, {
      type: "invalid_request",
      code: "conflict",
      detail: "The record was changed by somebody else.",
      attr: null,
    });
  },
  429: () => fail.throttled(3),
  500: () => fail.serverError(),
  503: () => fail.serverError(503),
  504: () => fail.serverError(504),
  512: () => fail.serverError(512),
};

function createStatusResponse(status: number, detail: string | undefined, scope: string): Response {
  if (status === 502) return createHtmlResponse(GATEWAY_PAGE, 502);
  try {
    ERRORS_BY_STATUS[status]?.(scope);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body = error.body && { ...error.body, ...(detail !== undefined && { detail }) };
    return toErrorResponse(new ApiError(error.status, body));
  }
  return new Response(null, { status });
}

/**
 * Returns the response of a fault that prevents processing of the request. Returns undefined for
 * other faults.
 */
export function createFaultResponse(fault: Fault, scope: string): Response | undefined {
  if (fault.kind === "status") return createStatusResponse(fault.status ?? 500, fault.detail, scope);
  return fault.kind === "network" ? Response.error() : undefined;
}

/** Applies a fault to a success response. Error responses stay unchanged. */
export async function corruptResponse(fault: Fault, response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { status, headers } = response;
  const withBody = (body: string) => new Response(body, { status: status === 204 ? 200 : status, headers });
  switch (fault.kind) {
    case "lost-answer":
      return Response.error();
    case "html":
      return createHtmlResponse(SIGN_IN_PAGE, 200);
    case "empty":
      headers.delete("Content-Length");
      return new Response(null, { status, headers });
    case "wrong-shape":
      return withBody('{"status":"ok","data":"[redacted]","results":{"0":null}}');
    case "malformed":
      return withBody('{"count": 1, "results": [{"id": 1,, }]');
    case "truncated": {
      const text = await response.text();
      return withBody(text.slice(0, Math.ceil(text.length / 2)));
    }
    default:
      return response;
  }
}
