import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { getOffboardingState, type OffboardingRecord } from "@/data/offboarding/offboarding-record";
import classes from "@/features/members/offboarding/model/offboarding.module.css";
import {
  departingMemberName,
  offboardingStateLabel,
  outcomeSummary,
} from "@/features/members/offboarding/model/offboarding-messages";
import { formatOffboardingSearch } from "@/features/members/offboarding/model/offboarding-search-params";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { LinkButton } from "@/ui/primitives/link-button";
import { Status } from "@/ui/primitives/status";

export function OffboardingList({ offboardings }: { readonly offboardings: readonly OffboardingRecord[] }) {
  const { projectId } = useApi();
  const offboardUrl = paths.offboard(projectId);
  return (
    <ul className={classes.list}>
      {offboardings.map((offboarding) => {
        const state = getOffboardingState(offboarding);
        const name = departingMemberName(offboarding.departingMember);
        return (
          <li key={offboarding.id} className={classes.offboarding}>
            <div>
              <Link to={`${offboardUrl}${formatOffboardingSearch(offboarding.id)}`}>{name}</Link>{" "}
              <Status {...offboardingStateLabel(state)} />
              <p className={classes.dim}>
                <TimeStamp iso={offboarding.startedAt} isPast /> · {outcomeSummary(offboarding)}
              </p>
            </div>
            {state === "open" && (
              <LinkButton
                to={`${offboardUrl}${formatOffboardingSearch(offboarding.id, { isResuming: true })}`}
                aria-label={`Resume offboarding of ${name}`}
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
