import type { AccountContext, ApiKey, EmulatedProject, OutboxItem, Route } from "@/emulator/backend/backend";
import type { Clock } from "@/emulator/backend/clock";
import type { HoldBox } from "@/emulator/backend/holds";
import { createRouter } from "@/emulator/backend/router";
import { answerInstead, type Fault, type FaultBox, latencyOf, spoil } from "@/emulator/faults/faults";
import type { Random } from "@/emulator/random/seed-random";
import { json, Refusal, refusalResponse, refuse } from "@/emulator/request/errors";
import { readJsonObject } from "@/emulator/request/request-body";
import type { Throttle } from "@/emulator/request/throttle";
import type { Database } from "@/emulator/storage/database";
import { authenticate, requireScope, resolveProject } from "./auth";
import { offsetOf } from "./pagination";

/** Everything an answer depends on. */
export interface DispatchOptions {
  readonly routes: readonly Route[];
  readonly keys: readonly ApiKey[];
  readonly projects: readonly EmulatedProject[];
  readonly database: Database;
  readonly faults: FaultBox;
  readonly holds: HoldBox;
  readonly seed: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Milliseconds before every answer, or a range of them. */
  readonly latency: number | readonly [number, number];
  readonly throttle: Throttle | null;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly send: (item: OutboxItem) => void;
}

/** Resolves after a time; rejects with the signal's reason as soon as it is aborted. */
export function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Rejects with the signal's reason once it is aborted; never resolves. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A handler's answer, or the refusal it threw. */
async function orRefusal(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error);
    // A mistake of the emulator itself: answered as a server would, and shown to whoever develops.
    console.error(error);
    return json({ type: "server_error", code: "error", detail: "A server error occurred.", attr: null }, 500);
  }
}

/** Makes the function that answers every request below `/api/`. */
export function createDispatch(options: DispatchOptions): (request: Request) => Promise<Response> {
  const { keys, projects, database, faults, holds, seed, clock, random, throttle } = options;
  const findRoute = createRouter(options.routes);

  function baseLatency(): number {
    const [least, most] =
      typeof options.latency === "number" ? [options.latency, options.latency] : options.latency;
    return latencyOf({ endpoint: "*", kind: "latency", latencyMs: least, latencyMaxMs: most }, random);
  }

  async function handle(
    request: Request,
    url: URL,
    route: Route,
    params: Readonly<Record<string, string>>,
    hits: readonly Fault[],
    answerAfter: AccountContext["answerAfter"],
  ): Promise<Response> {
    const key = authenticate(request, keys);
    const time = clock.now();
    throttle?.(key.value, route.id, time);
    const withheld = hits.flatMap((fault) => (fault.kind === "scope" ? (fault.scopes ?? ["*"]) : []));
    const account: AccountContext = {
      request,
      url,
      params,
      key,
      user: key.user,
      now: time,
      seed,
      projects,
      faults: hits,
      body: () => readJsonObject(request),
      send: options.send,
      answerAfter,
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

  async function answerRoute(
    request: Request,
    url: URL,
    route: Route,
    params: Readonly<Record<string, string>>,
  ) {
    const hits = faults.hit(route.id, route.isPaginated ? offsetOf(url) : undefined);
    const delay = hits.reduce((sum, fault) => sum + latencyOf(fault, random), baseLatency());
    if (delay > 0) await options.sleep(delay, request.signal);
    if (hits.some((fault) => fault.kind === "timeout")) return untilAborted(request.signal);
    for (const fault of hits) {
      const instead = answerInstead(fault, route.scope ?? "*");
      if (instead) return instead;
    }
    const later: { answer?: () => Promise<Response> } = {};
    const answerAfter: AccountContext["answerAfter"] = (ms, answer) => {
      const end = new Date(clock.now().getTime() + ms);
      later.answer = async () => {
        await clock.pass(ms, request.signal);
        return answer(end);
      };
    };
    let response = await orRefusal(() => handle(request, url, route, params, hits, answerAfter));
    // Not while the work is under way: other writes would wait for it.
    if (response.ok && later.answer) response = await later.answer();
    for (const fault of hits) response = await spoil(fault, response);
    return response;
  }

  return async (request) => {
    const url = new URL(request.url);
    const match = findRoute(request.method, url.pathname);
    if (match.kind === "route") {
      const held = holds.claim(match.route.id, request);
      const response = await answerRoute(request, url, match.route, match.params);
      await held?.(request.signal);
      return response;
    }
    return orRefusal(async () => {
      if (match.kind === "none") return refuse.notFound("Endpoint not found.");
      authenticate(request, keys);
      return refuse.methodNotAllowed(request.method);
    });
  };
}
