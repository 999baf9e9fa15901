import { useQuery } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { projectQueries } from "@/data/projects/projects";
import { EMPTY_LIST_NOTE, NOT_PRIVATE_NOTE } from "./member-messages";

/**
 * Explains an empty list: everyone may already have access, or roles may grant it. In both cases,
 * the server may refuse to add people. Null if the list is incomplete or has members.
 */
export function useEmptyListNote({
  records,
  phase,
  broken,
}: Pick<CollectionState<ExplicitMember>, "records" | "phase" | "broken">): string | null {
  const { client, projectId } = useApi();
  const hasAccessControls = useProjectAccess() !== undefined;
  // The project switcher has loaded the projects.
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  // With access controls, everyone can have a level.
  if (hasAccessControls || phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  const project = data?.results.find(({ id }) => String(id) === projectId);
  return project?.["access_control"] === false ? NOT_PRIVATE_NOTE : EMPTY_LIST_NOTE;
}
