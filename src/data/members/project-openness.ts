import { useQuery } from "@tanstack/react-query";
import { HttpError } from "@/api/errors";
import type { ExplicitMember } from "@/api/members";
import { attachRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import type { CollectionState } from "@/data/collection/collection";
import { projectQueries } from "@/data/projects/projects";

/** Whether the server says that everyone in the organization has access to the project. */
export function hasNoExplicitMembers(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    error.status === 400 &&
    /project-based permissioning/i.test(error.detail ?? "")
  );
}

/**
 * Returns whether the server marks the project as private. Null when unknown. Only reads the cache, because the project
 * switcher loads the projects.
 */
export function useIsMarkedPrivate(): boolean | null {
  const { client, projectId } = useApi();
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  const flag = data?.projects.find(({ id }) => String(id) === projectId)?.["access_control"];
  return typeof flag === "boolean" ? flag : null;
}

/**
 * Returns whether everyone in the organization has access to the project, on servers with explicit members. Null when
 * unknown: an empty list alone shows nothing, because servers return one for an open project and for role-based access.
 * @param state the list of explicit members
 */
export function useIsProjectOpen({
  phase,
  records,
  error,
}: Pick<CollectionState<ExplicitMember>, "phase" | "records" | "error">): boolean | null {
  const isPrivate = useIsMarkedPrivate();
  if (isPrivate === false || hasNoExplicitMembers(error)) return true;
  return phase === "complete" && records.length > 0 ? false : null;
}

/** Returns a member with `is_project_open` if the project has been opened since the member was added. */
export function withProjectOpenness(member: ExplicitMember, isProjectOpen: boolean | null): ExplicitMember {
  return isProjectOpen === true && member.inherited_access === undefined
    ? attachRaw(member, { ...member, is_project_open: true })
    : member;
}
