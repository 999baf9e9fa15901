import { useApi } from "@/data/client/api-context";
import { type OffboardingCase, stateOfCase } from "@/data/offboarding/offboarding-record";
import classes from "@/features/members/offboarding/model/offboard.module.css";
import {
  leaverName,
  outcomeSummary,
  stateWords,
} from "@/features/members/offboarding/model/offboarding-messages";
import { searchOfCase } from "@/features/members/offboarding/model/offboarding-search-params";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { Link } from "@/ui/primitives/link";
import { LinkButton } from "@/ui/primitives/link-button";
import { Status } from "@/ui/primitives/status";

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
