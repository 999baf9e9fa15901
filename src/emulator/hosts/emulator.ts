import { getResponse } from "msw";
import { http } from "msw/core/http";
import type {
  ApiKey,
  EmulatedProject,
  Route,
  SentDelivery,
  StoreFile,
  World,
} from "@/emulator/backend/backend";
import { type ClockControls, createClock } from "@/emulator/backend/clock";
import {
  DEFAULT_GENERATION,
  type Generation,
  parseGeneration,
  type SendTestNow,
} from "@/emulator/backend/generation";
import { createHolds, type HoldControls } from "@/emulator/backend/holds";
import { createDemoWorld } from "@/emulator/dispatch/auth";
import { createDispatch, rejectWhenAborted, sleep } from "@/emulator/dispatch/dispatch";
import { exportsResource } from "@/emulator/exports/export-seed";
import { exportRoutes, finishExports } from "@/emulator/exports/exports";
import { createFaultStore, type FaultControls, parseFaults } from "@/emulator/faults/faults";
import { accessControlRoutes } from "@/emulator/members/access-controls";
import { ADMINISTRATOR_LEVEL } from "@/emulator/members/member-rules";
import { membersResource } from "@/emulator/members/member-seed";
import { memberRoutes } from "@/emulator/members/members";
import { integrationRoutes } from "@/emulator/projects/integration-handlers";
import { lookupRoutes } from "@/emulator/projects/lookup-handlers";
import { projectRoutes } from "@/emulator/projects/projects-handlers";
import { hashText, seededRandom } from "@/emulator/random/seed-random";
import { createThrottle } from "@/emulator/request/throttle";
import { recordingRegexRoutes } from "@/emulator/sessions/recording-regex";
import { sessionRoutes } from "@/emulator/sessions/sessions";
import { createDatabase } from "@/emulator/storage/database";
import { runDeliveries } from "@/emulator/subscriptions/deliveries";
import { deliveryRoutes } from "@/emulator/subscriptions/delivery-handlers";
import { subscriptionRoutes } from "@/emulator/subscriptions/subscriptions-handlers";
import { webVitalsRoutes } from "@/emulator/web-vitals/web-vitals";

const DEFAULT_SEED = 1;

export interface EmulatorOptions {
  /** The emulator's time. Defaults to the real time. A Date stops the clock. */
  readonly now?: Date | (() => Date);
  /** The browser's storage, for changes, faults and the generation. Defaults to memory. */
  readonly browserStorage?: Storage | null;
  /** Generation of the emulated server. Defaults to the contract's generation. */
  readonly generation?: Generation;
  /** The organization with its projects, people, and keys. Defaults to the demo company. */
  readonly world?: World;
  /** Dashboards and insights that can't be delivered, in every project. */
  readonly sources?: Pick<EmulatedProject, "deletedSources" | "emptyDashboards">;
  /** What a server of 2026 makes of `send_test_now`. Defaults to the newest servers' way. */
  readonly sendTestNow?: SendTestNow;
  /** Seed of the generated data. The same seed creates the same data. Defaults to 1. */
  readonly seed?: number;
  /** Delay before every response, or a range of delays, in ms. Defaults to none. */
  readonly latency?: number | readonly [number, number];
  /** Whether requests above the rate limit get a 429, as on real servers. Defaults to false. */
  readonly rateLimit?: boolean;
  /**
   * Stores files on another host, to which servers of 2026 redirect content requests. If not set,
   * files are sent directly.
   */
  readonly storeFile?: StoreFile;
  /** Waits for `ms`. Replaced in latency tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface GenerationControls {
  current(): Generation;
  /** Preserves all stored changes. Throws a RangeError for an unknown generation. */
  set(generation: unknown): void;
  reset(): void;
}

/** An emulated backend of the Project Environments API. */
export interface Emulator {
  /**
   * Responds to a request. Rejects with a TypeError when a fault drops the connection, and with the
   * signal's reason on abort.
   */
  fetch(request: Request): Promise<Response>;
  readonly faults: FaultControls;
  readonly holds: HoldControls;
  readonly clock: ClockControls;
  readonly generation: GenerationControls;
  /** Finishes every pending export with its planned outcome, except stuck exports. */
  finishExports(): Promise<void>;
  /** Runs the server's hourly job: delivers a project's subscriptions that are due. The project defaults to the demo. */
  runDeliveries(projectId?: number): Promise<void>;
  readonly keys: readonly ApiKey[];
  /** Everything that a real server would have sent to recipients since the start or the last reset. */
  readonly sentDeliveries: readonly SentDelivery[];
  /** `memory` if changes are lost when the page closes. */
  readonly storage: "browser" | "memory";
  /** IDs of all endpoints. Faults refer to them. */
  readonly endpoints: readonly string[];
  /**
   * Restores the seed, with dates relative to the clock. Faults, holds, and the clock stay
   * unchanged.
   */
  reset(): Promise<void>;
}

const ROUTES: readonly Route[] = [
  ...projectRoutes,
  ...lookupRoutes,
  ...integrationRoutes,
  ...subscriptionRoutes,
  ...deliveryRoutes,
  ...exportRoutes,
  ...memberRoutes,
  ...accessControlRoutes,
  ...sessionRoutes,
  ...webVitalsRoutes,
  ...recordingRegexRoutes,
];

export const FAULTS_KEY = "environs.demo-faults";
const GENERATION_KEY = "environs.demo-generation";

/** Applies a stored setting. Ignores one that another version of the app stored. */
function restore(storage: Storage | null, key: string, apply: (value: unknown) => void): void {
  try {
    const text = storage?.getItem(key) ?? null;
    if (text !== null) apply(JSON.parse(text));
  } catch {}
}

function store(storage: Storage | null, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full, so the setting lasts until the page closes.
  }
}

/** Creates an emulator with the projects Demo, Large, and Empty. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const {
    now = () => new Date(),
    browserStorage: storage = null,
    seed = DEFAULT_SEED,
    latency = 0,
  } = options;
  const wait = options.sleep ?? sleep;
  const clock = createClock({ start: now, sleep: wait });
  const holds = createHolds();
  const { world = createDemoWorld(seed) } = options;
  const projects = world.projects.map((project) => ({ ...project, ...options.sources }));
  const random = seededRandom(hashText(`faults ${seed}`));
  const faults = createFaultStore(random);
  const { generation: initialGeneration = DEFAULT_GENERATION, sendTestNow = "full" } = options;
  let generation = initialGeneration;
  const database = createDatabase({ storage, seed, now: clock.now, generation: () => generation });
  const setGeneration = (next: Generation) => {
    generation = next;
    database.reopen();
    store(storage, GENERATION_KEY, next);
  };
  const generationControls: GenerationControls = {
    current: () => generation,
    set: (next) => setGeneration(parseGeneration(next)),
    reset: () => setGeneration(initialGeneration),
  };
  const outbox: SentDelivery[] = [];
  const send = (item: SentDelivery) => void outbox.push(item);
  restore(storage, FAULTS_KEY, (value) => faults.set(parseFaults(value)));
  faults.subscribe(() => store(storage, FAULTS_KEY, faults.list()));
  restore(storage, GENERATION_KEY, generationControls.set);

  const dispatch = createDispatch({
    routes: ROUTES,
    world: { ...world, projects },
    canOpen: ({ uuid }, project) =>
      project.isOpen === true ||
      (world.people.find(uuid)?.level ?? 1) >= ADMINISTRATOR_LEVEL ||
      membersResource.open(database.store(project, membersResource.name)).get(uuid) !== undefined,
    database,
    faults,
    holds,
    generation: () => generation,
    sendTestNow,
    clock,
    random,
    latency,
    throttle: options.rateLimit ? createThrottle() : null,
    sleep: wait,
    send,
    storeFile: options.storeFile ?? null,
  });
  const respondFromDispatch = ({ request }: { readonly request: Request }) => dispatch(request);

  // A single handler for every path, because trying the handlers of all routes would take longer
  // than most responses.
  const handlers = [http.all("*", respondFromDispatch)];

  async function respond(request: Request): Promise<Response> {
    const response = await Promise.race([getResponse(handlers, request), rejectWhenAborted(request.signal)]);
    if (!response || response.type === "error") throw new TypeError("Failed to fetch");
    return response;
  }

  return {
    async fetch(request) {
      request.signal.throwIfAborted();
      if (request.method !== "HEAD") return respond(request);
      const response = await respond(new Request(request, { method: "GET" }));
      return new Response(null, { status: response.status, headers: response.headers });
    },
    faults,
    holds,
    clock,
    generation: generationControls,
    async finishExports() {
      await database.write(async () => {
        for (const project of projects)
          finishExports(exportsResource.open(database.store(project, exportsResource.name)), clock.now());
      });
      clock.wake();
    },
    async runDeliveries(projectId = 1) {
      const project = projects.find(({ id }) => id === projectId);
      if (!project) throw new RangeError(`No project ${projectId}`);
      await database.write(async () =>
        runDeliveries({
          project,
          generation,
          now: clock.now(),
          open: (resource) => resource.open(database.store(project, resource.name)),
          send,
        }),
      );
    },
    keys: world.keys,
    sentDeliveries: outbox,
    get storage() {
      return database.storage();
    },
    endpoints: ROUTES.map((route) => route.id),
    async reset() {
      await database.reset();
      outbox.length = 0;
    },
  };
}
