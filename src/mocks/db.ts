import * as z from "zod/mini";
import { type ExportRow, seedExports } from "./seed/exports";
import { type MemberRow, seedMembers } from "./seed/members";
import { seedSubscriptions } from "./seed/subscriptions";
import {
  createDemoWorld,
  type MockProject,
  PROFILES,
  type Profile,
  type SeedContext,
  type World,
} from "./seed/world";
import type { SubscriptionRow } from "./subscription-row";
import { type Changes, Table } from "./table";

/**
 * How newer servers treat `send_test_now`, in the order of their age. `ignored`: the field isn't known. `quiet-updates`:
 * an update without it sends nothing. `full`: without it, a write sends what the change demands.
 */
export type SendTestNow = "ignored" | "quiet-updates" | "full";

export interface DbOptions {
  /** Defaults to the API document. */
  readonly profile?: Profile;
  /** Limits the handlers to requests to this origin. Defaults to any. */
  readonly origin?: string;
  /** Defaults to the real time. */
  readonly now?: () => Date;
  /** Defaults to the demo company. */
  readonly world?: World;
  readonly sendTestNow?: SendTestNow;
  /** The browser's storage, which keeps changes and is shared by all tabs. Defaults to memory. */
  readonly storage?: Storage | null;
  /** Stores a file on another host, to which newer servers redirect, and returns its URL. */
  readonly storeFile?: StoreFile;
}

export type StoreFile = (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => string;

/** Why a delivery is sent, as in the run history. */
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
  readonly projectId: number;
  readonly subscriptionId: number;
  readonly channel: string;
  readonly target: string;
  readonly trigger: DeliveryTrigger;
  readonly at: string;
}

/** A project's records. */
export interface Tables {
  readonly subscriptions: Table<SubscriptionRow>;
  readonly runs: Table<RunRow>;
  readonly exports: Table<ExportRow>;
  readonly members: Table<MemberRow>;
}

export const DATA_KEY = "environs.demo-data";
const PROFILE_KEY = "environs.demo-profile";

const snapshotSchema = z.object({
  /** Incremented when a seed changes, to drop changes that were made to older seeds. */
  version: z.literal(2),
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
  readonly origin: string | null;
  readonly sendTestNow: SendTestNow;
  readonly storeFile: StoreFile | null;
  /** Everything that a real server would have sent since the start or the last reset. */
  readonly outbox: SentDelivery[] = [];
  now: () => Date;
  seededAt: Date;
  readonly #initialProfile: Profile;
  readonly #storage: Storage | null;
  #profile: Profile;
  #isSaving: boolean;
  /** The stored text whose changes are in memory. */
  #text: string | null = null;
  #changes = new Map<string, Changes>();
  #tables = new Map<number, Tables>();

  constructor(options: DbOptions = {}) {
    this.world = options.world ?? createDemoWorld();
    this.origin = options.origin ?? null;
    this.now = options.now ?? (() => new Date());
    this.sendTestNow = options.sendTestNow ?? "full";
    this.storeFile = options.storeFile ?? null;
    this.seededAt = this.now();
    this.#storage = options.storage ?? null;
    this.#isSaving = this.#storage !== null;
    this.#initialProfile = options.profile ?? "contract";
    const stored = this.#storage?.getItem(PROFILE_KEY);
    this.#profile = PROFILES.find((name) => name === stored) ?? this.#initialProfile;
    this.refresh();
  }

  get profile(): Profile {
    return this.#profile;
  }

  /** Selects the server that is imitated. Keeps all changes. */
  setProfile(profile: Profile): void {
    this.#profile = profile;
    this.#tables.clear();
    try {
      this.#storage?.setItem(PROFILE_KEY, profile);
    } catch {
      // The storage is full, so the choice lasts until the page closes.
    }
  }

  /** `memory` if changes are lost when the page closes, because storage is missing or full. */
  get storage(): "browser" | "memory" {
    return this.#isSaving ? "browser" : "memory";
  }

  tables(project: MockProject): Tables {
    const existing = this.#tables.get(project.id);
    if (existing) return existing;
    const seed: SeedContext = { project, profile: this.#profile, seededAt: this.seededAt };
    const options = (name: keyof Tables) => ({
      changes: this.#getChanges(`${project.id}/${name}`),
      onChange: () => this.#save(),
    });
    const tables: Tables = {
      subscriptions: new Table({
        ...options("subscriptions"),
        getId: ({ id }) => String(id),
        isHidden: ({ deleted }) => deleted,
        ...seedSubscriptions(seed),
      }),
      runs: new Table({ ...options("runs"), getId: ({ id }) => id, seed: [] }),
      exports: new Table({ ...options("exports"), getId: ({ id }) => String(id), seed: seedExports(seed) }),
      members: new Table({
        ...options("members"),
        getId: (row) => row.user_uuid,
        seed: seedMembers(seed),
      }),
    };
    this.#tables.set(project.id, tables);
    return tables;
  }

  #getChanges(key: string): Changes {
    const changes = this.#changes.get(key) ?? new Map<string, unknown>();
    this.#changes.set(key, changes);
    return changes;
  }

  #save(): void {
    if (!this.#isSaving) return;
    const changes = Object.fromEntries(Array.from(this.#changes, ([key, rows]) => [key, [...rows]]));
    this.#text = JSON.stringify({ version: 2, seededAt: this.seededAt.toISOString(), changes });
    try {
      this.#storage?.setItem(DATA_KEY, this.#text);
    } catch {
      // The storage is full, so this and all further changes last until the page closes.
      this.#isSaving = false;
    }
  }

  #replaceAll(changes: Readonly<Record<string, readonly [string, unknown][]>>, seededAt: Date): void {
    this.#tables.clear();
    this.#changes = new Map(Object.entries(changes).map(([key, rows]) => [key, new Map(rows)]));
    this.seededAt = seededAt;
  }

  /** Reads the changes that another tab has stored. */
  refresh(): void {
    if (!this.#isSaving) return;
    const stored = this.#storage?.getItem(DATA_KEY) ?? null;
    if (stored !== null && stored === this.#text) return;
    const snapshot = stored === null ? undefined : parseSnapshot(stored);
    if (!snapshot) return this.#restart();
    this.#text = stored;
    this.#replaceAll(snapshot.changes, new Date(snapshot.seededAt));
  }

  #restart(): void {
    this.#replaceAll({}, this.now());
    // Without the changes, there may be space again. Otherwise, the stored ones would come back with the next page.
    this.#isSaving = this.#storage !== null;
    this.#save();
  }

  /** Restores the seed, with dates relative to the current time. */
  reset(): void {
    this.outbox.length = 0;
    this.#restart();
  }
}
