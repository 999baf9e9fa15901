import { useQuery } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { projectQueries } from "@/data/projects/projects";
import { EMPTY_LIST_NOTE, NOT_PRIVATE_NOTE } from "./member-messages";

/**
 * Explains an empty list. Everyone may already have access, or roles may grant it. In both cases,
 * the server may refuse to add people. Returns null on servers with access controls, and if the
 * list is incomplete or has members.
 */
export function useEmptyListNote({
  records,
  phase,
  broken,
}: Pick<CollectionState<ExplicitMember>, "records" | "phase" | "broken">): string | null {
  const { client, projectId } = useApi();
  const hasAccessControls = useProjectAccess() !== undefined;
  // Only reads the cache, because the project switcher loads the projects.
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  // With access controls, anyone in the organization can get a level, so neither note applies.
  if (hasAccessControls || phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  const project = data?.projects.find(({ id }) => String(id) === projectId);
  return project?.["access_control"] === false ? NOT_PRIVATE_NOTE : EMPTY_LIST_NOTE;
}
