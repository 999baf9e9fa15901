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

/** What can go wrong on purpose. */
export const FAULT_KINDS = [
  /** Answers late; every other kind may be late as well. */
  "latency",
  /** Answers with `status` instead of doing anything. */
  "status",
  /** The connection breaks before the server did anything. */
  "network",
  /** The server does what was asked, then the connection breaks. */
  "lost-answer",
  /** Never answers. */
  "timeout",
  /** JSON that cannot be parsed. */
  "malformed",
  /** A web page with status 200, as a sign-in proxy sends it. */
  "html",
  /** Valid JSON of another shape. */
  "wrong-shape",
  /** The first half of the answer. */
  "truncated",
  /** Success without a body. */
  "empty",
  /** A creation of an export is answered only when its file is there, or it has failed. */
  "blocks",
  /** Every key lacks `scopes`. */
  "scope",
  /** Lists give at most `limit` rows a page, 10 by default. */
  "limit-cap",
  /** A page begins with the last `rows` (7 by default) of the page before; as many of its own are missed. */
  "repeat-rows",
  /** Lists say `count`, or are wrong `by` so many. */
  "wrong-count",
  ...FILE_FAULT_KINDS,
  ...MEMBER_FAULT_KINDS,
  ...VITALS_FAULT_KINDS,
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Statuses a fault can answer with. */
export const FAULT_STATUSES = [400, 401, 402, 403, 404, 405, 409, 429, 500, 502, 503] as const;

/**
 * A fault as it is set. An unknown kind or status, numbers no list can have, or words where none are sent, are refused
 * with a RangeError.
 */
export interface FaultSetting
  extends ListFaultSetting,
    FileFaultSetting,
    MemberFaultSetting,
    VitalsFaultSetting {
  /** Endpoint id, such as `subscriptions.list`; `*` for all. */
  readonly endpoint: string;
  readonly kind: string;
  /** For `status`. */
  readonly status?: number;
  /** For `status`: the server's words in place of the usual ones; 405 and 502 have none to replace. */
  readonly detail?: string;
  /** Milliseconds before the answer; with `latencyMaxMs` anything in between. */
  readonly latencyMs?: number;
  readonly latencyMaxMs?: number;
  /** Share of requests it hits, 0 to 1; all by default. */
  readonly probability?: number;
  /** Hits so many requests, then is gone. */
  readonly times?: number;
  /** For `scope`: which ones are missing, `*` for all. */
  readonly scopes?: readonly string[];
}

/** A fault that is set. */
export interface Fault extends FaultSetting {
  readonly kind: FaultKind;
}

/** Steering of faults while the emulator runs. */
export interface FaultControls {
  list(): readonly Fault[];
  /** Replaces all faults. Throws a RangeError for a kind or status it does not know; then nothing changes. */
  set(faults: readonly FaultSetting[]): void;
  clear(): void;
  /** Calls back after every change; returns how to stop that. */
  subscribe(listener: () => void): () => void;
}

/** The faults with what the emulator needs of them. */
export interface FaultStore extends FaultControls {
  /** The faults that hit this request; uses up `times`. `offset` is that of a page of a list, else undefined. */
  takeMatching(endpoint: string, offset: number | undefined): readonly Fault[];
}

function isFaultKind(kind: string): kind is FaultKind {
  return FAULT_KINDS.some((known) => known === kind);
}

function toFault(setting: FaultSetting): Fault {
  const { kind, status, detail } = setting;
  if (!isFaultKind(kind)) throw new RangeError(`unknown kind of fault: ${kind}`);
  if (kind === "status" && !FAULT_STATUSES.some((known) => known === status)) {
    throw new RangeError(`no fault has the status ${String(status)}`);
  }
  if (detail !== undefined && (kind !== "status" || status === 405 || status === 502)) {
    throw new RangeError("only an error in JSON carries a detail");
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

/** Reads faults that were stored or sent. Throws a RangeError for anything else. */
export function parseFaults(value: unknown): readonly Fault[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isFaultSetting))
    throw new RangeError("faults are a list of objects");
  return value.map(toFault);
}

/** Starts without faults. */
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

/** Milliseconds a fault holds the answer back. */
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

/** What a fault answers before the server does anything; undefined when it lets the request through. */
export function createFaultResponse(fault: Fault, scope: string): Response | undefined {
  if (fault.kind === "status") return createStatusResponse(fault.status ?? 500, fault.detail, scope);
  return fault.kind === "network" ? Response.error() : undefined;
}

/** What becomes of the real answer on its way; refusals pass unchanged. */
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
