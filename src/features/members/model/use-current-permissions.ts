import { useMemo } from "react";
import type { ExplicitMember } from "@/api/members";
import { useProjectAccess } from "@/data/members/access-controls";
import { useKnownPeople } from "@/data/people/known-people";
import { useKeyHolder } from "@/data/projects/projects";
import { type CurrentPermissions, getCurrentPermissions } from "./member-rules";

export function useCurrentPermissions(members: readonly ExplicitMember[]): CurrentPermissions {
  const keyHolder = useKeyHolder();
  const people = useKnownPeople();
  const access = useProjectAccess();
  return useMemo(
    () => getCurrentPermissions(keyHolder, members, people, access),
    [keyHolder, members, people, access],
  );
}
