import { useApi } from "@/data/client/api-context";
import type { OffboardingCase } from "@/data/offboarding/offboarding-record";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { Link } from "@/ui/primitives/link";
import { WholeList } from "./full-list";
import classes from "./offboard.module.css";
import { NAMED, NOT_TRANSFERABLE } from "./offboarding-messages";

const ROW_HEIGHT = 44;

interface LeftListsProps {
  readonly left: Pick<OffboardingCase, "created" | "named">;
  readonly isLive: boolean;
}

/** What an offboarding leaves as it is, with the reason: what only names them, and what they have created. */
export function LeftLists({ left: { created, named }, isLive }: LeftListsProps) {
  return (
    <>
      <LeftList title="Look at these yourself" hint={NAMED} items={named} isLive={isLive} />
      <LeftList
        title="Created by them"
        hint={`Not transferable. ${NOT_TRANSFERABLE}`}
        items={created}
        isLive={isLive}
      />
    </>
  );
}

interface LeftListProps {
  readonly title: string;
  readonly hint: string;
  readonly items: OffboardingCase["created"];
  readonly isLive: boolean;
}

function LeftList({ title, hint, items, isLive }: LeftListProps) {
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
      <WholeList
        label={title}
        items={items}
        keyOf={({ id }) => String(id)}
        itemHeight={ROW_HEIGHT}
        isLive={isLive}
      >
        {({ id, name, isInBin }) => (
          <div className={classes.step}>
            <Link className={classes.name} to={paths.subscription(projectId, id)}>
              {name}
            </Link>
            {isInBin && <span className={classes.dim}>In the bin</span>}
          </div>
        )}
      </WholeList>
    </section>
  );
}
