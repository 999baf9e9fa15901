import type {
  AccountContext,
  ApiKey,
  EmulatedProject,
  Route,
  SentDelivery,
  StoreFile,
} from "@/emulator/backend/backend";
import type { Clock } from "@/emulator/backend/clock";
import type { Generation, SendTestNow } from "@/emulator/backend/generation";
import type { HoldBox } from "@/emulator/backend/holds";
import { createRouter } from "@/emulator/backend/router";
import {
  corruptResponse,
  createFaultResponse,
  type Fault,
  type FaultStore,
  getLatencyMs,
} from "@/emulator/faults/faults";
import type { Random } from "@/emulator/random/seed-random";
import { ApiError, fail, json, toErrorResponse } from "@/emulator/request/errors";
import { readJsonObject } from "@/emulator/request/request-body";
import type { Throttle } from "@/emulator/request/throttle";
import type { Database } from "@/emulator/storage/database";
import { authenticate, requireScope, resolveProject, toEffectiveKey } from "./auth";
import { addDeprecationHeaders } from "./deprecation";
import { getOffset } from "./pagination";

export interface DispatchOptions {
  readonly routes: readonly Route[];
  readonly keys: readonly ApiKey[];
  readonly projects: readonly EmulatedProject[];
  readonly database: Database;
  readonly faults: FaultStore;
  readonly holds: HoldBox;
  readonly seed: number;
  readonly generation: () => Generation;
  readonly sendTestNow: SendTestNow;
  readonly clock: Clock;
  readonly random: Random;
  /** Delay before every response, or a range of delays, in ms. */
  readonly latency: number | readonly [number, number];
  readonly throttle: Throttle | null;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly send: (item: SentDelivery) => void;
  readonly storeFile: StoreFile | null;
}

/** Resolves after `ms`. Rejects with the signal's reason on abort. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", handleAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", handleAbort, { once: true });
  });
}

/** Never resolves. Rejects with the signal's reason on abort. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function orErrorResponse(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return toErrorResponse(error);
    // A bug in the emulator. The response imitates a server error, and the log shows the bug to developers.
    console.error(error);
    return json({ type: "server_error", code: "error", detail: "A server error occurred.", attr: null }, 500);
  }
}

/** Creates the function that responds to every request below `/api/`. */
export function createDispatch(options: DispatchOptions): (request: Request) => Promise<Response> {
  const { keys, projects, database, faults, holds, seed, clock, random, throttle } = options;
  const findRoute = createRouter(options.routes);

  function getBaseLatencyMs(): number {
    const [minMs, maxMs] =
      typeof options.latency === "number" ? [options.latency, options.latency] : options.latency;
    return getLatencyMs({ endpoint: "*", kind: "latency", latencyMs: minMs, latencyMaxMs: maxMs }, random);
  }

  async function handle(
    request: Request,
    url: URL,
    route: Route,
    params: Readonly<Record<string, string>>,
    activeFaults: readonly Fault[],
    respondAfter: AccountContext["respondAfter"],
  ): Promise<Response> {
    const generation = options.generation();
    const refuseUnknownKey = () => route.refuseUnknownKey?.(generation);
    const key = toEffectiveKey(authenticate(request, keys, refuseUnknownKey), generation);
    const requestedAt = clock.now();
    // Requests without access don't count toward the rate limit.
    const countRequest = () => throttle?.(key.value, route.id, requestedAt);
    const withheld = activeFaults.flatMap((fault) => (fault.kind === "scope" ? (fault.scopes ?? ["*"]) : []));
    const account: AccountContext = {
      request,
      url,
      params,
      key,
      user: key.user,
      now: requestedAt,
      generation,
      sendTestNow: options.sendTestNow,
      seed,
      projects,
      faults: activeFaults,
      body: () => readJsonObject(request),
      send: options.send,
      storeFile: options.storeFile,
      respondAfter,
    };
    if (route.kind === "account") {
      requireScope(key, route.scope, withheld);
      countRequest();
      return route.handle(account);
    }
    const project = resolveProject(params["project_id"] ?? "", key, projects);
    requireScope(key, route.scope, withheld);
    countRequest();
    const work = async () =>
      route.handle({
        ...account,
        project,
        seededAt: database.seededAt(),
        open: (resource) => resource.open(database.store(project, resource.name)),
      });
    if (route.method !== "GET") return database.write(work);
    database.refresh();
    return work();
  }

  async function respondToRoute(
    request: Request,
    url: URL,
    route: Route,
    params: Readonly<Record<string, string>>,
  ) {
    const activeFaults = faults.takeMatching(route.id, route.isPaginated ? getOffset(url) : undefined);
    const delayMs = activeFaults.reduce(
      (sum, fault) => sum + getLatencyMs(fault, random),
      getBaseLatencyMs(),
    );
    if (delayMs > 0) await options.sleep(delayMs, request.signal);
    if (activeFaults.some((fault) => fault.kind === "timeout")) return rejectWhenAborted(request.signal);
    for (const fault of activeFaults) {
      const faultResponse = createFaultResponse(fault, route.scope ?? "*");
      if (faultResponse) return faultResponse;
    }
    const delayed: { respond?: () => Promise<Response> } = {};
    const respondAfter: AccountContext["respondAfter"] = (ms, respond) => {
      const end = new Date(clock.now().getTime() + ms);
      delayed.respond = async () => {
        await clock.pass(ms, request.signal);
        return respond(end);
      };
    };
    let response = await orErrorResponse(() =>
      handle(request, url, route, params, activeFaults, respondAfter),
    );
    // Waits after the write has ended, so that the delay doesn't block other writes.
    if (response.ok && delayed.respond) response = await delayed.respond();
    for (const fault of activeFaults) response = await corruptResponse(fault, response);
    return response;
  }

  /** Throws 405 for keys with the scope `*`. Throws 403 for other keys, because the method has no scope to check. */
  function refuseMethod(request: Request): never {
    const { scopes } = toEffectiveKey(authenticate(request, keys), options.generation());
    if (!scopes.includes("*")) fail.permissionDenied("This action does not support Personal API Key access");
    return fail.methodNotAllowed(request.method);
  }

  async function answerRequest(request: Request, url: URL): Promise<Response> {
    const match = findRoute(request.method, url.pathname, options.generation());
    if (match.kind === "route") {
      const held = holds.claim(match.route.id, request);
      const response = await respondToRoute(request, url, match.route, match.params);
      await held?.(request.signal);
      return response;
    }
    return orErrorResponse(async () => {
      return match.kind === "none" ? fail.notFound("Endpoint not found.") : refuseMethod(request);
    });
  }

  return async (request) => {
    const url = new URL(request.url);
    const response = await answerRequest(request, url);
    return options.generation() === "2026" ? addDeprecationHeaders(response, url) : response;
  };
}
