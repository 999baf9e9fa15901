import { useCallback } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { FINDINGS } from "@/features/subscriptions/findings/health-rules";
import { PLAIN_LIST, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import { paths } from "@/lib/url/paths";
import { Link } from "@/ui/primitives/link";
import { findHealth } from "./find-health";
import { countWords } from "./health-labels";
import classes from "./health-summary.module.css";
import { useLookedAt } from "./use-health-data";

interface HealthLineProps {
  readonly records: readonly Subscription[];
  /** Whether these are all; else the line speaks of what is loaded. */
  readonly isWhole: boolean;
  readonly now: Date;
}

/** What is the matter among the deliveries, each a link to them; nothing where nothing is. */
export function HealthLine({ records, isWhole, now }: HealthLineProps) {
  const { projectId } = useApi();
  const time = now.getTime();
  const look = useCallback((rows: readonly Subscription[]) => findHealth(rows, time), [time]);
  const health = useLookedAt(records, look);
  const found = FINDINGS.filter((finding) => (health?.[finding].length ?? 0) > 0);
  if (health === null || found.length === 0) return null;
  return (
    <p className={classes.line}>
      {found.map((finding) => (
        <span key={finding} className={classes.finding}>
          <Link
            to={`${paths.subscriptions(projectId)}${writeListFilters({ ...PLAIN_LIST, query: `is:${finding}` })}`}
          >
            {countWords(finding, health[finding].length)}
          </Link>
        </span>
      ))}
      {!isWhole && <span className={classes.finding}>among those loaded</span>}
      <span className={classes.finding}>
        <Link to={paths.health(projectId)}>Health</Link>
      </span>
    </p>
  );
}
