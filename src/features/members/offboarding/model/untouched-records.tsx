import { Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import shared from "@/ui/theme/shared.module.css";
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
    <section className={shared.card} aria-label={title}>
      <Group component="h2" gap="2px 16px" mih={44} p="6px 16px" fz="md">
        <span>
          {title} <span className={shared.count}>{formatCount(items.length)}</span>
        </span>
        <span className={shared.stepHint}>{hint}</span>
      </Group>
      <FullList
        label={title}
        items={items}
        getItemKey={({ id }) => String(id)}
        estimatedItemHeight={ROW_HEIGHT}
        isLive={isLive}
      >
        {({ id, name, isInTrash }) => (
          <div className={`${shared.step} ${classes.step}`}>
            <span className={shared.name}>
              <Link to={paths.subscription(projectId, id)}>{name}</Link>
            </span>
            {isInTrash && <span className={shared.hint}>In Trash</span>}
          </div>
        )}
      </FullList>
    </section>
  );
}
