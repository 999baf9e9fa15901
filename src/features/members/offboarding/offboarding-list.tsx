import { Box, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { getOffboardingState, type OffboardingRecord } from "@/data/offboarding/offboarding-record";
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
import shared from "@/ui/theme/shared.module.css";

export function OffboardingList({ offboardings }: { readonly offboardings: readonly OffboardingRecord[] }) {
  const { projectId } = useApi();
  const offboardUrl = paths.offboard(projectId);
  return (
    <ul className={`${shared.list} ${shared.divided}`}>
      {offboardings.map((offboarding) => {
        const state = getOffboardingState(offboarding);
        const name = departingMemberName(offboarding.departingMember);
        return (
          <Group key={offboarding.id} component="li" justify="space-between" gap="4px 16px" py={10}>
            <Box miw={0} className={shared.anywhere}>
              <Link to={`${offboardUrl}${formatOffboardingSearch(offboarding.id)}`}>{name}</Link>{" "}
              <Status {...offboardingStateLabel(state)} />
              <p className={shared.hint}>
                <TimeStamp iso={offboarding.startedAt} isPast /> · {outcomeSummary(offboarding)}
              </p>
            </Box>
            {state === "open" && (
              <LinkButton
                to={`${offboardUrl}${formatOffboardingSearch(offboarding.id, { isResuming: true })}`}
                aria-label={`Resume offboarding of ${name}`}
              >
                Resume
              </LinkButton>
            )}
          </Group>
        );
      })}
    </ul>
  );
}
