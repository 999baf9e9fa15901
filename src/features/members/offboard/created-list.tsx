import { useApi } from "@/data/api-context";
import type { OffboardingCase } from "@/data/offboarding-case";
import { formatCount } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import classes from "./offboard.module.css";
import { NOT_TRANSFERABLE } from "./offboard-words";
import { WholeList } from "./whole-list";

const ROW_HEIGHT = 44;

/** What they have created, which stays as it is, with the reason. */
export function CreatedList({
  created,
  isLive,
}: Pick<OffboardingCase, "created"> & { readonly isLive: boolean }) {
  const { projectId } = useApi();
  if (created.length === 0) return null;
  return (
    <section className={classes.group} aria-label="Created by them">
      <h2 className={classes.head}>
        <span>
          Created by them <span className={classes.count}>{formatCount(created.length)}</span>
        </span>
        <span className={classes.hint}>{`Not transferable. ${NOT_TRANSFERABLE}`}</span>
      </h2>
      <WholeList
        label="Created by them"
        items={created}
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
