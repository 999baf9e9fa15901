import type {
  AccountContext,
  EmulatedProject,
  Route,
  SentDelivery,
  StoreFile,
  World,
} from "@/emulator/backend/backend";
import type { Clock } from "@/emulator/backend/clock";
import type { Generation, SendTestNow } from "@/emulator/backend/generation";
import type { HoldBox } from "@/emulator/backend/holds";
import { createRouter, type RouteMatch } from "@/emulator/backend/router";
import type { ServedUser } from "@/emulator/company/people-seed";
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
import { refuseScopedKeys } from "./scope-checks";

export interface DispatchOptions {
  readonly routes: readonly Route[];
  readonly world: World;
  readonly canOpen: (user: ServedUser, project: EmulatedProject) => boolean;
  readonly database: Database;
  readonly faults: FaultStore;
  readonly holds: HoldBox;
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

/**
 * Checks whether the client accepts JSON, and then any response.
 * @throws ApiError 404 or 406
 */
function checkAccept({ headers }: Request, { searchParams }: URL): void {
  if ((searchParams.get("format") || "json") !== "json") fail.notFound();
  if (!/\*\/\*|application\/(\*|json)/.test(headers.get("Accept") ?? "*/*")) fail.notAcceptable();
}

/** Adds the path's methods, as real servers do to every response of an endpoint. */
function addAllow(response: Response, allow: string): Response {
  if (response.type !== "error") response.headers.set("Allow", allow);
  return response;
}

/** Creates the function that responds to every request below `/api/`. */
export function createDispatch(options: DispatchOptions): (request: Request) => Promise<Response> {
  const { database, faults, holds, clock, random, throttle } = options;
  const { keys, organization, people, projects: allProjects } = options.world;
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
    checkAccept(request, url);
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
      organization,
      people,
      projects: allProjects.filter((project) => options.canOpen(key.user, project)),
      allProjects,
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
    const project = resolveProject(params["project_id"] ?? "", key, allProjects);
    requireScope(key, route.scope, withheld);
    if (!account.projects.includes(project)) {
      const detail = "You don't have access to the project.";
      fail.permissionDenied(route.refusal ?? detail);
    }
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
    allow: string,
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
    addAllow(response, allow);
    for (const fault of activeFaults) response = await corruptResponse(fault, response);
    return response;
  }

  /**
   * Throws 405 for keys without scopes, and for PATCH on a list. Otherwise throws 403, because the method has no scope
   * to check.
   */
  function refuseMethod(request: Request, { isRecord }: Extract<RouteMatch, { kind: "method" }>): never {
    const key = authenticate(request, keys);
    const isKnown = request.method === "PATCH" && !isRecord;
    if (!isKnown) refuseScopedKeys(key);
    return fail.methodNotAllowed(request.method);
  }

  async function answerRequest(request: Request, url: URL): Promise<Response> {
    const match = findRoute(request.method, url.pathname, options.generation());
    if (match.kind === "route") {
      const held = holds.claim(match.route.id, request);
      const response = await respondToRoute(request, url, match.route, match.params, match.allow);
      await held?.(request.signal);
      return response;
    }
    if (match.kind === "none") return orErrorResponse(async () => fail.notFound("Endpoint not found."));
    return addAllow(await orErrorResponse(async () => refuseMethod(request, match)), match.allow);
  }

  return async (request) => {
    const url = new URL(request.url);
    const response = await answerRequest(request, url);
    return options.generation() === "2026" ? addDeprecationHeaders(response, url) : response;
  };
}
