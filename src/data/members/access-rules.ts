import type { QueryClient } from "@tanstack/react-query";
import { type AccessLevel, type MemberAccess, updateAccess } from "@/contract/access-controls";
import { type ExplicitMember, MEMBER_LEVELS } from "@/contract/members";
import { attachRaw } from "@/contract/parsers";
import { getProject } from "@/contract/project-id";
import type { Api } from "@/data/client/api-context";
import { HttpError } from "@/http/errors";
import {
  ACCESS_LEVELS,
  fetchAccessMember,
  fetchPerson,
  findPerson,
  replacePerson,
  toMember,
} from "./access-controls";

// This module changes access controls. Only functions that record the changes in the journal call
// it.

const CHANGE_READ = { isPartOfChange: true };

function toLevelName(level: number): AccessLevel {
  if (level >= MEMBER_LEVELS.administrator) return "admin";
  return level >= MEMBER_LEVELS.member ? "member" : "none";
}

/** Returns the project's number. Paths accept `@current`, but rules are stored by number. */
async function fetchProjectNumber({ client, projectId }: Api): Promise<string> {
  if (/^\d+$/.test(projectId)) return projectId;
  // Not cached, because another project may become the current one.
  const { id } = await client.request(getProject, { path: { project_id: projectId }, ...CHANGE_READ });
  return String(id);
}

export function toRuleLevel(level: number): number {
  return ACCESS_LEVELS[toLevelName(level)];
}

async function putRule(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  level: AccessLevel | null,
): Promise<MemberAccess> {
  const person =
    findPerson(queryClient, api, uuid) ?? (await fetchPerson(queryClient, api, uuid, CHANGE_READ));
  if (person === undefined) {
    // Servers return this error for an unknown person. The change isn't sent.
    throw new HttpError(404, { type: null, code: "not_found", detail: "Not found.", attr: null });
  }
  const projectNumber = await fetchProjectNumber(api);
  await api.client.request(updateAccess, {
    path: { project_id: projectNumber },
    body: {
      resource: "project",
      resource_id: projectNumber,
      organization_member: person.organization_membership_id,
      access_level: level,
    },
  });
  return person;
}

/** Returns the person with a new rule. Their effective level is then estimated, because only the server knows it. */
function withRule(person: MemberAccess, rule: AccessLevel | null): MemberAccess {
  const project = { ...person.project, access_level: rule, effective_access_level: undefined };
  return attachRaw(person, { ...person, project });
}

/**
 * Sets a person's rule. Returns the access that the server computes, or an estimate if the access
 * can't be read. Rejects like `Client.request`.
 */
export async function setAccessLevel(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  level: number,
): Promise<ExplicitMember> {
  const rule = toLevelName(level);
  const changed = withRule(await putRule(queryClient, api, uuid, rule), rule);
  replacePerson(queryClient, api, changed);
  // The rule is saved even if this read fails.
  const served = await fetchAccessMember(queryClient, api, uuid, CHANGE_READ).catch(() => null);
  return served ?? toMember(changed, rule);
}

/**
 * Sets a rule for a person who has none. Rejects with a 409 error for a person who has a rule, and
 * otherwise like `Client.request`.
 */
export async function addAccessRule(
  queryClient: QueryClient,
  api: Api,
  uuid: string,
  level: number,
): Promise<ExplicitMember> {
  // The server would replace an existing rule without a warning.
  const current = await fetchAccessMember(queryClient, api, uuid, CHANGE_READ);
  if (current !== null) throw new HttpError(409, { type: null, code: null, detail: null, attr: null });
  return setAccessLevel(queryClient, api, uuid, level);
}

/** Removes a person's rule. Rejects like `Client.request`. */
export async function removeAccessRule(queryClient: QueryClient, api: Api, uuid: string): Promise<void> {
  const person = await putRule(queryClient, api, uuid, null);
  replacePerson(queryClient, api, withRule(person, null));
}
