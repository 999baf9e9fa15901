import type { ExplicitMember } from "@/api/members";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { useIsMarkedPrivate } from "@/data/members/project-openness";
import { useArePeopleLoading, useIsOrganizationLoaded } from "@/data/people/known-people";
import { EMPTY_LIST_NOTE, NOT_PRIVATE_NOTE, UNKNOWN_ORGANIZATION_NOTE } from "./member-messages";

/** Explains that people with access may be missing from the list. Null if everyone is known, and while people load. */
export function useMissingPeopleNote({
  phase,
}: Pick<CollectionState<ExplicitMember>, "phase">): string | null {
  const isEveryone = useIsOrganizationLoaded();
  const isLoading = useArePeopleLoading();
  return phase !== "complete" || isLoading || isEveryone ? null : UNKNOWN_ORGANIZATION_NOTE;
}

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
  const hasAccessControls = useProjectAccess() !== undefined;
  const isMarkedPrivate = useIsMarkedPrivate();
  // With access controls, anyone in the organization can get a level, so neither note applies.
  if (hasAccessControls || phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  return isMarkedPrivate === false ? NOT_PRIVATE_NOTE : EMPTY_LIST_NOTE;
}
