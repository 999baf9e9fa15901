import { useMemo } from "react";
import type { ExplicitMember } from "@/contract/members";
import { isRedundant } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { useMoves } from "@/features/members/level/member-changes-context";
import { type ListFilters, REDUNDANT, writeListFilters } from "@/features/members/model/member-filters";
import { addRefusal } from "@/features/members/model/member-rules";
import { PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import { plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { Link } from "@/ui/primitives/link";
import classes from "./redundant-levels-notice.module.css";
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
