import * as z from "zod/mini";
import { type ActiveScenario, parseScenarios } from "./scenarios";
import { type ExportRow, seedExports } from "./seed/exports";
import { type MemberRow, seedMembers } from "./seed/members";
import { generateSubscriptions, seedSubscriptions } from "./seed/subscriptions";
import { createDemoWorld, type MockProject, PROFILES, type Profile, type World } from "./seed/world";
import type { SubscriptionRow } from "./subscription-row";
import { type Changes, Table } from "./table";

export interface DbOptions {
  /** Defaults to the API document. */
  readonly profile?: Profile;
  /** Defaults to the real time. */
  readonly now?: () => Date;
  /** Defaults to the demo company. */
  readonly world?: World;
  /** The browser's storage, which keeps changes and is shared by all tabs. Defaults to memory. */
  readonly storage?: Storage | null;
}

export type DeliveryTrigger = "scheduled" | "manual" | "target_change" | "resume";

/** A delivery that a person or a save caused. */
export interface RunRow {
  readonly id: string;
  readonly subscription: number;
  /** When the run starts. Until then, the history doesn't list it. */
  readonly at: string;
  readonly trigger: DeliveryTrigger;
}

/** An email or message that a real server would send. */
export interface SentDelivery {
  readonly subscription: number;
  readonly target: string;
  readonly trigger: DeliveryTrigger;
}

export interface Tables {
  readonly subscriptions: Table<SubscriptionRow>;
  readonly runs: Table<RunRow>;
  readonly exports: Table<ExportRow>;
  readonly members: Table<MemberRow>;
}

export const DATA_KEY = "environs.demo-data";

const snapshotSchema = z.object({
  /** Incremented when a seed changes, to drop changes that were made to older seeds. */
  version: z.literal(3),
  profile: z.enum(PROFILES),
  scenarios: z.pipe(z.unknown(), z.transform(parseScenarios)),
  seededAt: z.iso.datetime(),
  /** Changes by project and kind, such as `1/subscriptions`. */
  changes: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});

function parseSnapshot(text: string) {
  try {
    return z.safeParse(snapshotSchema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The state of the mocks: the records of all projects, and what was sent. */
export class Db {
  readonly world: World;
  /** Everything that a real server would have sent since the start or the last reset. */
  readonly outbox: SentDelivery[] = [];
  now: () => Date;
  profile: Profile;
  scenarios: readonly ActiveScenario[] = [];
  seededAt: Date;
  readonly #storage: Storage | null;
  #isSaving: boolean;
  /** The stored text whose changes are in memory. */
  #text: string | null = null;
  #changes = new Map<string, Changes>();
  #tables = new Map<number, Tables>();

  constructor({ world, now, profile, storage }: DbOptions = {}) {
    this.world = world ?? createDemoWorld();
    this.now = now ?? (() => new Date());
    this.profile = profile ?? "contract";
    this.seededAt = this.now();
    this.#storage = storage ?? null;
    this.#isSaving = this.#storage !== null;
    this.refresh();
  }

  /** Selects the server that is imitated. Keeps all changes. */
  setProfile(profile: Profile): void {
    this.profile = profile;
    this.#tables.clear();
    this.#save();
  }

  /** Replaces the scenarios. Ignores unknown ones. */
  setScenarios(scenarios: unknown): void {
    this.scenarios = parseScenarios(scenarios);
    this.#save();
  }

  /** `memory` if changes are lost when the page closes, because storage is missing or full. */
  get storage(): "browser" | "memory" {
    return this.#isSaving ? "browser" : "memory";
  }

  tables(project: MockProject): Tables {
    const existing = this.#tables.get(project.id);
    if (existing) return existing;
    const context = { project, profile: this.profile, seededAt: this.seededAt };
    const options = (name: keyof Tables) => {
      const key = `${project.id}/${name}`;
      const changes: Changes = this.#changes.get(key) ?? new Map();
      this.#changes.set(key, changes);
      return { changes, onChange: () => this.#save() };
    };
    const tables: Tables = {
      subscriptions: new Table({
        ...options("subscriptions"),
        isHidden: ({ deleted }) => deleted,
        seed: () => seedSubscriptions(context),
        generated: generateSubscriptions(context),
      }),
      runs: new Table<RunRow>({ ...options("runs"), seed: () => [] }),
      exports: new Table({ ...options("exports"), seed: () => seedExports(context) }),
      members: new Table({
        ...options("members"),
        getId: ({ user_uuid }) => user_uuid,
        seed: () => seedMembers(context),
      }),
    };
    this.#tables.set(project.id, tables);
    return tables;
  }

  #save(): void {
    if (!this.#isSaving) return;
    const { profile, scenarios, seededAt } = this;
    const changes = Object.fromEntries(Array.from(this.#changes, ([key, rows]) => [key, [...rows]]));
    this.#text = JSON.stringify({ version: 3, profile, scenarios, seededAt, changes });
    try {
      this.#storage?.setItem(DATA_KEY, this.#text);
    } catch {
      // The storage is full, so this and all further changes last until the page closes.
      this.#isSaving = false;
    }
  }

  /** Reads the changes that another tab has stored. */
  refresh(): void {
    if (!this.#isSaving) return;
    const stored = this.#storage?.getItem(DATA_KEY) ?? null;
    if (stored !== null && stored === this.#text) return;
    const snapshot = stored === null ? undefined : parseSnapshot(stored);
    if (!snapshot) return this.reset();
    this.#text = stored;
    this.#tables.clear();
    this.#changes = new Map(Object.entries(snapshot.changes).map(([key, rows]) => [key, new Map(rows)]));
    this.profile = snapshot.profile;
    this.scenarios = snapshot.scenarios;
    this.seededAt = new Date(snapshot.seededAt);
  }

  /** Restores the seed, with dates relative to the current time. */
  reset(): void {
    this.outbox.length = 0;
    this.#tables.clear();
    this.#changes.clear();
    this.seededAt = this.now();
    // Without the changes, there may be space again. Otherwise, the stored ones would come back with the next page.
    this.#isSaving = this.#storage !== null;
    this.#save();
  }
}
