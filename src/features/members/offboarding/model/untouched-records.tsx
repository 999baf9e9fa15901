import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { FullList } from "./full-list";
import classes from "./offboarding.module.css";
import { NAMED_HINT, NOT_TRANSFERABLE } from "./offboarding-messages";

const ROW_HEIGHT = 44;

interface UntouchedRecordsProps {
  readonly untouched: Pick<OffboardingRecord, "created" | "mentioning">;
  readonly isLive: boolean;
}

/** Lists the subscriptions that offboarding doesn't change, with the reasons. */
export function UntouchedRecords({ untouched: { created, mentioning }, isLive }: UntouchedRecordsProps) {
  return (
    <>
      <UntouchedList title="Needs review" hint={NAMED_HINT} items={mentioning} isLive={isLive} />
      <UntouchedList title="Created by this person" hint={NOT_TRANSFERABLE} items={created} isLive={isLive} />
    </>
  );
}

interface UntouchedListProps {
  readonly title: string;
  readonly hint: string;
  readonly items: OffboardingRecord["created"];
  readonly isLive: boolean;
}

function UntouchedList({ title, hint, items, isLive }: UntouchedListProps) {
  const { projectId } = useApi();
  if (items.length === 0) return null;
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.head}>
        <span>
          {title} <span className={classes.count}>{formatCount(items.length)}</span>
        </span>
        <span className={classes.hint}>{hint}</span>
      </h2>
      <FullList
        label={title}
        items={items}
        getItemKey={({ id }) => String(id)}
        estimatedItemHeight={ROW_HEIGHT}
        isLive={isLive}
      >
        {({ id, name, isInTrash }) => (
          <div className={classes.step}>
            <Link className={classes.name} to={paths.subscription(projectId, id)}>
              {name}
            </Link>
            {isInTrash && <span className={classes.dim}>In Trash</span>}
          </div>
        )}
      </FullList>
    </section>
  );
}
