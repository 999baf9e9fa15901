import { useMemo } from "react";
import type { ExplicitMember } from "@/contract/members";
import { useKeyHolder } from "@/data/people/key-holder";
import { useKnownPeople } from "@/data/people/known-people";
import { type Standing, standingOf } from "./member-rules";

/** Who asks, and who may manage the project, as far as the loaded records and the server tell. */
export function useStanding(members: readonly ExplicitMember[]): Standing {
  const holder = useKeyHolder();
  const people = useKnownPeople();
  return useMemo(() => standingOf(holder, members, people), [holder, members, people]);
}
