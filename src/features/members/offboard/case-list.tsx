import { useApi } from "@/data/api-context";
import { type OffboardingCase, stateOfCase } from "@/data/offboarding-case";
import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";
import { LinkButton } from "@/ui/link-button";
import { Status } from "@/ui/status";
import { TimeStamp } from "@/ui/time-stamp";
import classes from "./offboard.module.css";
import { searchOfCase } from "./offboard-address";
import { leaverName, outcomeSummary, stateWords } from "./offboard-words";

/** Offboardings with how far they are; an unfinished one can be taken up again. */
export function CaseList({ cases }: { readonly cases: readonly OffboardingCase[] }) {
  const { projectId } = useApi();
  const page = paths.offboard(projectId);
  return (
    <ul className={classes.list}>
      {cases.map((kept) => {
        const state = stateOfCase(kept);
        const name = leaverName(kept.leaver);
        return (
          <li key={kept.id} className={classes.case}>
            <div>
              <Link to={`${page}${searchOfCase(kept.id)}`}>{name}</Link> <Status {...stateWords(state)} />
              <p className={classes.dim}>
                <TimeStamp iso={kept.startedAt} />: {outcomeSummary(kept)}
              </p>
            </div>
            {state === "open" && (
              <LinkButton
                size="compact-sm"
                to={`${page}${searchOfCase(kept.id, { isResuming: true })}`}
                aria-label={`Resume the offboarding of ${name}`}
              >
                Resume
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
