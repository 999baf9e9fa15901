import { useCallback } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import { PLAIN_LIST, writeListFilters } from "../subscription-filters";
import { findHealth } from "./find-health";
import classes from "./health-line.module.css";
import { FINDINGS } from "./health-rules";
import { countWords } from "./health-words";
import { useLookedAt } from "./use-looked-at";

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
