import { useQuery } from "@tanstack/react-query";
import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { projectQueries } from "@/data/projects/projects";
import { EMPTY_LIST_NOTE, NOT_PRIVATE_NOTE } from "./member-messages";

interface EmptyListNote {
  readonly text: string;
  /** Why nobody can be added; undefined when it may work. */
  readonly refusal: string | undefined;
}

/**
 * Explains an empty list before anyone adds a person: the project isn't private, or roles may give the access. Null for
 * a list with members, or an incomplete one.
 */
export function useEmptyListNote({
  records,
  phase,
  broken,
}: Pick<CollectionState<ExplicitMember>, "records" | "phase" | "broken">): EmptyListNote | null {
  const { client, projectId } = useApi();
  // The project switcher has loaded them.
  const { data } = useQuery({ ...projectQueries.list(client), enabled: false });
  if (phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  const project = data?.results.find(({ id }) => String(id) === projectId);
  const isPublic = project?.["access_control"] === false;
  return isPublic
    ? { text: NOT_PRIVATE_NOTE, refusal: NOT_PRIVATE_NOTE }
    : { text: EMPTY_LIST_NOTE, refusal: undefined };
}
