import { createCatalog, type Dashboard, type Insight } from "./catalog";
import { findPerson, getPersonAt, listEmployees, type SeedPerson, type ServedUser } from "./people";
import { seededRandom, seededUuid } from "./random";

/**
 * Which server is imitated: `contract` behaves as the API document says, and `newer` like servers of 2026
 * (server-generations).
 */
export const PROFILES = ["contract", "newer"] as const;
export type Profile = (typeof PROFILES)[number];

export interface ApiKey {
  readonly value: string;
  /** Such as `subscription:read`. `*` grants everything. `:write` includes `:read`. */
  readonly scopes: readonly string[];
  /** Whether the key predates scopes. Newer servers grant such keys nothing, and others everything. */
  readonly isLegacy?: boolean;
  /** IDs of the projects to which the key is limited. Null for all projects. */
  readonly projects: readonly number[] | null;
  readonly user: ServedUser;
}

export interface Integration {
  readonly id: number;
  readonly kind: "slack" | "github";
  readonly name: string;
  /** Names of a Slack workspace's public channels. */
  readonly channels?: readonly string[];
}

export interface MockProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly size: "demo" | "large" | "empty";
  /** Whether everyone in the organization has access, so that there are no explicit members. */
  readonly isOpen?: boolean;
  readonly dashboards: ReadonlyMap<number, Dashboard>;
  readonly insights: ReadonlyMap<number, Insight>;
  readonly integrations: readonly Integration[];
}

/** The organization, and who can access which of its projects. */
export interface World {
  readonly organization: { readonly id: string; readonly name: string };
  readonly people: {
    /** The people who are listed in the organization. */
    readonly list: readonly SeedPerson[];
    find(uuid: string): SeedPerson | undefined;
  };
  readonly projects: readonly MockProject[];
  readonly keys: readonly ApiKey[];
}

/** All inputs of a seed. */
export interface SeedContext {
  readonly project: MockProject;
  readonly profile: Profile;
  /** Time of the last reset. Dates of seed records are relative to it. */
  readonly seededAt: Date;
}

const CHANNELS =
  "black-friday checkout data-alerts general growth mobile reports support-leads web-performance".split(" ");
const PARTNER_CHANNELS = ["agency-reports", "general", "resellers"];
const TEAM_CHANNELS = Array.from({ length: 80 }, (_, index) => `team-${1 + index}`);

/** Returns a project's first Slack workspace, which its Slack subscriptions use by default. */
export const findSlackWorkspace = ({ integrations }: MockProject) =>
  integrations.find(({ kind }) => kind === "slack");

const NAME_SCOPES = ["insight:read", "dashboard:read", "integration:read"];
const OTHER_READ_SCOPES =
  "project user organization_member subscription export query member session_recording access_control"
    .split(" ")
    .map((name) => `${name}:read`);
const WRITE_SCOPES = ["subscription:write", "export:write"];

/** Keys of the demo: name, scopes, and projects. They belong to the first person, an administrator. */
const KEYS: readonly (readonly [name: string, scopes: readonly string[], projects?: readonly number[]])[] = [
  ["all", ["*"]],
  ["read", [...OTHER_READ_SCOPES, ...NAME_SCOPES]],
  ["write", WRITE_SCOPES],
  ["no_names", [...OTHER_READ_SCOPES, ...WRITE_SCOPES, "access_control:write"]],
  ["none", []],
  ["project1", ["*"], [1]],
  ["project3", ["*"], [3]],
  ["legacy", []],
];

const uuid = (name: string) => seededUuid(seededRandom(name));

export const createDemoWorld = (): World => ({
  organization: { id: uuid("organization 1"), name: "Harbourline" },
  people: { list: listEmployees(), find: findPerson },
  projects: [
    {
      id: 1,
      uuid: uuid("project 1"),
      name: "Demo",
      size: "demo",
      ...createCatalog(12, 30),
      integrations: [
        { id: 61, kind: "slack", name: "Harbourline", channels: CHANNELS },
        { id: 62, kind: "slack", name: "Harbourline Partners", channels: PARTNER_CHANNELS },
        { id: 63, kind: "github", name: "harbourline" },
      ],
    },
    {
      id: 2,
      uuid: uuid("project 2"),
      name: "Large",
      size: "large",
      ...createCatalog(400, 2_000),
      integrations: [{ id: 64, kind: "slack", name: "Harbourline", channels: TEAM_CHANNELS }],
    },
    {
      id: 3,
      uuid: uuid("project 3"),
      name: "Empty",
      size: "empty",
      ...createCatalog(2, 4),
      integrations: [],
    },
  ],
  keys: KEYS.map(([name, scopes, projects = null]) => ({
    value: `phx_demo_${name}`,
    scopes,
    projects,
    user: getPersonAt(0).user,
    isLegacy: name === "legacy",
  })),
});
