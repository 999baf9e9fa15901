import { HttpResponse, http } from "msw";
import { canOpen, type MockContext, withKey, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { formatWireDate } from "@/mocks/fields";
import { paginate } from "@/mocks/paginate";
import type { SeedPerson } from "@/mocks/seed/people";
import type { MockProject } from "@/mocks/seed/world";

const DAY_MS = 86_400_000;

function serializeProject({ id, uuid, name, size, isOpen }: MockProject, { organization }: Db["world"]) {
  return {
    id,
    uuid,
    organization: organization.id,
    organization_name: organization.name,
    name,
    timezone: "UTC",
    is_demo: size === "demo",
    access_control: isOpen !== true,
    completed_snippet_onboarding: true,
    ingested_event: size !== "empty",
  };
}

/** Returns every project that the key's owner can open, even if the key is limited to others. */
const listProjects = ({ db, user }: MockContext) =>
  db.world.projects
    .filter((project) => canOpen(db, user, project))
    .map((project) => serializeProject(project, db.world));

function serializePerson({ membershipId: id, user, level, joinedDaysAgo }: SeedPerson, now: Date) {
  const joinedAt = formatWireDate(Math.floor(now.getTime() / DAY_MS - joinedDaysAgo) * DAY_MS);
  return { id, user, level, joined_at: joinedAt, updated_at: joinedAt };
}

function getMe(context: MockContext): Response {
  const { db, user } = context;
  const teams = listProjects(context);
  const [current] = teams;
  return HttpResponse.json({
    ...user,
    organization: { ...db.world.organization, teams },
    team: current && { id: current.id, name: current.name },
  });
}

const getCurrentKey = ({ key }: MockContext) =>
  HttpResponse.json({
    id: "0187a0de",
    label: "Environs",
    value: null,
    mask_value: "phx_...demo",
    scopes: key.scopes,
    scoped_teams: key.projects ?? [],
    scoped_organizations: [],
  });

/** Projects, and what a key can learn about itself, its owner, and the organization. */
export const projectHandlers = (db: Db) => [
  http.get(
    "*/api/projects",
    withKey(db, "project:read", (context) => paginate(context, listProjects(context), (project) => project)),
  ),
  http.get(
    "*/api/projects/:project_id",
    withProject(db, "project:read", ({ project }) => HttpResponse.json(serializeProject(project, db.world))),
  ),
  http.get("*/api/users/@me", withKey(db, "user:read", getMe)),
  http.get("*/api/personal_api_keys/@current", withKey(db, null, getCurrentKey)),
  http.get(
    "*/api/organizations/@current/members",
    withKey(db, "organization_member:read", (context) =>
      paginate(context, db.world.people, (person) => serializePerson(person, context.now)),
    ),
  ),
];
