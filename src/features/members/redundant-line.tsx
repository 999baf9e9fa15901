import { useMemo } from "react";
import type { ExplicitMember } from "@/contract/members";
import { isRedundant } from "@/data/access-levels";
import { useApi } from "@/data/api-context";
import { PLAIN_ADDRESS } from "@/lib/list-address";
import { plural } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import { ReasonButton } from "@/ui/reason-button";
import { type ListFilters, REDUNDANT, writeListFilters } from "./member-filters";
import { useMoves } from "./member-moves";
import { addRefusal } from "./member-rules";
import classes from "./redundant-line.module.css";
import { useMemberTask } from "./use-member-task";

interface RedundantLineProps {
  readonly records: readonly ExplicitMember[];
  readonly filters: ListFilters;
}

/** How many explicit levels change nothing, the way to their list, and there the way to be rid of them. */
export function RedundantLine({ records, filters }: RedundantLineProps) {
  const { projectId } = useApi();
  const { standing } = useMoves();
  const ask = useMemberTask(standing);
  const redundant = useMemo(() => records.filter(isRedundant), [records]);
  if (redundant.length === 0) return null;
  const isOne = redundant.length === 1;
  const words = `${plural(redundant.length, "explicit level changes", "explicit levels change")} nothing`;
  if (filters.query.trim() !== REDUNDANT) {
    return (
      <p className={classes.line}>
        <Link to={`${paths.members(projectId)}${writeListFilters({ ...PLAIN_ADDRESS, query: REDUNDANT })}`}>
          {words}
        </Link>
      </p>
    );
  }
  return (
    <p className={classes.line} data-wide>
      <span>{`${words}: the organisation gives ${isOne ? "this person" : "these people"} as much.`}</span>
      <ReasonButton
        variant="default"
        size="compact-sm"
        disabledReason={addRefusal(standing)}
        onClick={() => ask(redundant, { kind: "clean-up" })}
      >
        Remove what changes nothing…
      </ReasonButton>
    </p>
  );
}
