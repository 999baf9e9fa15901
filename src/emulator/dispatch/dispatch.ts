import type { AccountContext, ApiKey, EmulatedProject, OutboxItem, Route } from "@/emulator/backend/backend";
import type { Clock } from "@/emulator/backend/clock";
import type { Generation } from "@/emulator/backend/generation";
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
import { authenticate, requireScope, resolveProject } from "./auth";
import { getOffset } from "./pagination";

export interface DispatchOptions {
  readonly routes: readonly Route[];
  readonly keys: readonly ApiKey[];
  readonly projects: readonly EmulatedProject[];
  readonly database: Database;
  readonly faults: FaultStore;
  readonly holds: HoldBox;
  readonly seed: number;
  /** Returns the generation of the server that is emulated. */
  readonly generation: () => Generation;
  readonly clock: Clock;
  readonly random: Random;
  /** Milliseconds before every response, or a range of them. */
  readonly latency: number | readonly [number, number];
  readonly throttle: Throttle | null;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly send: (item: OutboxItem) => void;
}

/** Resolves after `ms`. Rejects with the signal's reason when it is aborted. */
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

/** Rejects with the signal's reason when it is aborted. Never resolves. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Returns the handler's response, or the response for the error it threw. */
async function orErrorResponse(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return toErrorResponse(error);
    // A bug in the emulator: respond as a server would, and log it for the developer.
    console.error(error);
    return json({ type: "server_error", code: "error", detail: "A server error occurred.", attr: null }, 500);
  }
}

/** Creates the function that answers every request below `/api/`. */
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
    const key = authenticate(request, keys);
    const requestedAt = clock.now();
    throttle?.(key.value, route.id, requestedAt);
    const withheld = activeFaults.flatMap((fault) => (fault.kind === "scope" ? (fault.scopes ?? ["*"]) : []));
    const account: AccountContext = {
      request,
      url,
      params,
      key,
      user: key.user,
      now: requestedAt,
      generation: options.generation(),
      seed,
      projects,
      faults: activeFaults,
      body: () => readJsonObject(request),
      send: options.send,
      respondAfter,
    };
    if (route.kind === "account") {
      requireScope(key, route.scope, withheld);
      return route.handle(account);
    }
    const project = resolveProject(params["project_id"] ?? "", key, projects);
    requireScope(key, route.scope, withheld);
    const work = async () =>
      route.handle({
        ...account,
        project,
        seededAt: database.seededAt(),
        open: (resource) => resource.open(database.store(project, resource.name)),
      });
    return route.method === "GET" ? database.read(work) : database.write(work);
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
    // Waits after the write, because other writes are queued behind it.
    if (response.ok && delayed.respond) response = await delayed.respond();
    for (const fault of activeFaults) response = await corruptResponse(fault, response);
    return response;
  }

  return async (request) => {
    const url = new URL(request.url);
    const match = findRoute(request.method, url.pathname, options.generation());
    if (match.kind === "route") {
      const held = holds.claim(match.route.id, request);
      const response = await respondToRoute(request, url, match.route, match.params);
      await held?.(request.signal);
      return response;
    }
    return orErrorResponse(async () => {
      if (match.kind === "none") return fail.notFound("Endpoint not found.");
      authenticate(request, keys);
      return fail.methodNotAllowed(request.method);
    });
  };
}
