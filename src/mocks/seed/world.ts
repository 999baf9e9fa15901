import { COMPANY, findPerson, listEmployees, type SeedPerson, type ServedUser } from "./people";
import { hashText, seededRandom, seededUuid } from "./random";

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

/** The parts of a dashboard or insight that the mocks need. */
export interface CatalogEntry {
  readonly id: number;
  readonly name: string;
  readonly short_id?: string;
}

export interface MockProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly size: "demo" | "large" | "empty";
  /** IDs of dashboards and insights that were deleted. Subscriptions may still refer to them. */
  readonly deletedSources?: readonly number[];
  /** IDs of dashboards whose insights were removed. */
  readonly emptyDashboards?: readonly number[];
  /** Whether everyone in the organization has access, so that there are no explicit members. */
  readonly isOpen?: boolean;
  /** Replaces the seed's dashboards and insights. */
  readonly catalog?: {
    readonly dashboards: readonly (CatalogEntry & { readonly insights: readonly number[] })[];
    readonly insights: readonly CatalogEntry[];
  };
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

const NAME_SCOPES = ["insight:read", "dashboard:read", "integration:read"];
const OTHER_READ_SCOPES =
  "project user organization_member subscription export query member session_recording access_control"
    .split(" ")
    .map((name) => `${name}:read`);
const WRITE_SCOPES = ["subscription:write", "export:write"];

/** Keys of the demo. They belong to the first person, an administrator. */
function createKeys(user: ServedUser): readonly ApiKey[] {
  const createKey = (value: string, scopes: readonly string[], projects: ApiKey["projects"] = null) => ({
    value: `phx_demo_${value}`,
    scopes,
    projects,
    user,
  });
  return [
    createKey("all", ["*"]),
    createKey("read", [...OTHER_READ_SCOPES, ...NAME_SCOPES]),
    createKey("write", WRITE_SCOPES),
    createKey("no_names", [...OTHER_READ_SCOPES, ...WRITE_SCOPES, "access_control:write"]),
    createKey("none", []),
    createKey("project1", ["*"], [1]),
    createKey("project3", ["*"], [3]),
    { ...createKey("legacy", []), isLegacy: true },
  ];
}

export function createDemoWorld(): World {
  const list = listEmployees();
  const [owner] = list;
  const uuid = (id: number) => seededUuid(seededRandom(1000 + id));
  return {
    organization: { id: seededUuid(seededRandom(hashText("organization 1"))), name: COMPANY.name },
    people: { list, find: findPerson },
    projects: [
      { id: 1, uuid: uuid(1), name: "Demo", size: "demo" },
      { id: 2, uuid: uuid(2), name: "Large", size: "large" },
      { id: 3, uuid: uuid(3), name: "Empty", size: "empty" },
    ],
    keys: owner ? createKeys(owner.user) : [],
  };
}
