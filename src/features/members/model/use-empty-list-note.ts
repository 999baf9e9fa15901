import { useQuery } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { projectQueries } from "@/data/projects/projects";
import { EMPTY_LIST_NOTE, NOT_PRIVATE_NOTE } from "./member-messages";

/**
 * Explains an empty list before anyone adds a person: everyone may have access, or roles may give it. Whether the server
 * then refuses to add people isn't known. Null for a list with members, or an incomplete one.
 */
export function useEmptyListNote({
  records,
  phase,
  broken,
}: Pick<CollectionState<ExplicitMember>, "records" | "phase" | "broken">): string | null {
  const { client, projectId } = useApi();
  const hasAccessControls = useProjectAccess() !== undefined;
  // The project switcher has loaded them.
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  // With access controls, everyone can have a level of their own.
  if (hasAccessControls || phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  const project = data?.results.find(({ id }) => String(id) === projectId);
  return project?.["access_control"] === false ? NOT_PRIVATE_NOTE : EMPTY_LIST_NOTE;
}
