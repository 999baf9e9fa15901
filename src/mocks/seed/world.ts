import { createCatalog } from "./catalog";
import { getUser, people, type SeedPerson, type ServedUser } from "./people";
import { seededRandom, seededUuid } from "./random";

/** Which server is imitated: `contract` is what the API document says, and `newer` is of 2026 (server-generations). */
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

const uuid = (name: string) => seededUuid(seededRandom(name));

/** Creates a project. With `isOpen`, everyone in the organization has access, so that it has no explicit members. */
export const createProject = (
  id: number,
  name: string,
  size: "demo" | "large" | "empty",
  catalog: ReturnType<typeof createCatalog>,
  integrations: readonly Integration[] = [],
  isOpen = false,
) => ({ id, uuid: uuid(`project ${id}`), name, size, ...catalog, integrations, isOpen });
export type MockProject = Readonly<ReturnType<typeof createProject>>;

/** The organization, and who can access which of its projects. */
export interface World {
  readonly organization: { readonly id: string; readonly name: string };
  readonly people: readonly SeedPerson[];
  readonly projects: readonly MockProject[];
  readonly keys: readonly ApiKey[];
}

export interface SeedContext {
  readonly project: MockProject;
  readonly profile: Profile;
  /** Time of the last reset. Dates of seed records are relative to it. */
  readonly seededAt: Date;
}

const CHANNELS =
  "black-friday checkout data-alerts general growth mobile reports support-leads web-performance".split(" ");
const PARTNER_CHANNELS = ["agency-reports", "general", "resellers"];

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

const INTEGRATIONS: readonly Integration[] = [
  { id: 61, kind: "slack", name: "Harbourline", channels: CHANNELS },
  { id: 62, kind: "slack", name: "Harbourline Partners", channels: PARTNER_CHANNELS },
  { id: 63, kind: "github", name: "harbourline" },
];

export const createDemoWorld = (): World => ({
  organization: { id: uuid("organization 1"), name: "Harbourline" },
  people,
  projects: [
    createProject(1, "Demo", "demo", createCatalog(12, 30), INTEGRATIONS),
    createProject(2, "Large", "large", createCatalog(12, 30), INTEGRATIONS),
    createProject(3, "Empty", "empty", createCatalog(2, 4)),
  ],
  keys: KEYS.map(([name, scopes, projects = null]) => ({
    value: `phx_demo_${name}`,
    scopes,
    projects,
    user: getUser(0),
    isLegacy: name === "legacy",
  })),
});
