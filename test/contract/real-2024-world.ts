// The world of the recording: what the server had when the recording started.
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { byId, createInsight } from "@/mocks/seed/catalog";
import type { SeedPerson } from "@/mocks/seed/people";
import { createProject, type World } from "@/mocks/seed/world";

const world = z.object({
  organization: z.string(),
  projects: z.array(z.object({ id: z.int(), name: z.string(), access_control: z.boolean() })),
  people: z.array(
    z.object({
      id: z.int(),
      uuid: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      organization_level: z.literal([1, 8, 15]),
      organization_membership_id: z.string(),
    }),
  ),
  explicit_members_of_2: z.array(z.object({ user: z.int(), level: z.int() })),
  dashboards: z.array(
    z.object({ id: z.int(), project: z.int(), name: z.string(), insights: z.array(z.int()) }),
  ),
  insights: z.array(
    z.object({ id: z.int(), project: z.int(), short_id: z.string(), name: z.nullable(z.string()) }),
  ),
});

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

const exchange = z.object({
  note: z.string(),
  /** The server's clock. */
  at: z.string(),
  method: z.enum(METHODS),
  path: z.string(),
  key: z.string(),
  /** Headers in addition to the usual ones, or instead of them. */
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.unknown()),
  /** The body as it was sent, instead of `body`. */
  raw_body: z.optional(z.string()),
  status: z.int(),
  response_headers: z.record(z.string(), z.string()),
  response: z.unknown(),
  /** Everyone who got mail within five seconds, where that was observed. */
  mailed_to: z.optional(z.array(z.string())),
});
export type RealExchange = z.output<typeof exchange>;

const [firstLine = "", ...lines] = readFileSync(new URL("real-2024.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const recorded = z.parse(z.object({ world }), JSON.parse(firstLine)).world;

/** Everything that was sent and answered, in order. */
export const exchanges: readonly RealExchange[] = lines.map((line) => z.parse(exchange, JSON.parse(line)));

const ORGANIZATION_ID = "01a226bb-811e-0000-d69f-59e671b2766e";
const PROJECT_UUIDS: Readonly<Record<number, string>> = {
  1: "01a226bb-8180-0000-a3e0-a0e38e68d1cb",
  2: "01a226bb-84fd-0000-f7e0-bd3b2eddde2d",
};

const people = recorded.people.map(
  ({ organization_level, organization_membership_id, ...person }): SeedPerson => ({
    user: {
      ...person,
      distinct_id: null,
      is_email_verified: true,
      hedgehog_config: null,
      role_at_organization: "",
    },
    level: organization_level,
    joinedDaysAgo: 0,
    membershipId: organization_membership_id,
  }),
);

const NAMES = ["dashboard", "insight", "organization_member", "user"];
const reads = (names: readonly string[]) => names.map((name) => `${name}:read`);

/** Keys by the first name of their owner, with their scopes and projects. */
const KEYS: Readonly<Record<string, readonly [string, readonly string[], (readonly number[])?]>> = {
  all: ["Ada", ["*"]],
  console: [
    "Ada",
    ["subscription:write", "export:write", "project:write", ...reads([...NAMES, "organization"])],
  ],
  readonly: ["Ada", reads(["subscription", "export", "project", ...NAMES])],
  oneteam: ["Ada", ["*"], [2]],
  ben: ["Ben", ["*"]],
  dmitri: ["Dmitri", ["*"]],
  chloe: ["Chloé", ["*"]],
};

function findPerson(isWanted: (person: SeedPerson) => boolean): SeedPerson {
  const found = people.find(isWanted);
  if (!found) throw new RangeError("No such person");
  return found;
}

export const realWorld: World = {
  organization: { id: ORGANIZATION_ID, name: recorded.organization },
  people,
  projects: recorded.projects.map(({ id, name, access_control }) => {
    const dashboards = byId(recorded.dashboards.filter(({ project }) => project === id));
    const insights = recorded.insights
      .filter(({ project }) => project === id)
      .map((insight) => createInsight(insight.id, insight.name ?? "", insight.short_id));
    const catalog = { dashboards, insights: byId(insights) };
    return {
      ...createProject(id, name, "empty", catalog, [], !access_control),
      uuid: PROJECT_UUIDS[id] ?? "",
    };
  }),
  keys: Object.entries(KEYS).map(([value, [name, scopes, projects = null]]) => ({
    value,
    scopes,
    projects,
    user: findPerson(({ user }) => user.first_name === name).user,
  })),
};

export const explicitMembers = recorded.explicit_members_of_2.map(({ user: id, level }) => ({
  user_uuid: findPerson(({ user }) => user.id === id).user.uuid,
  level,
}));
