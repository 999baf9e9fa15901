import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import type { DepartingMember } from "@/data/offboarding/match-member";
import { findOpenOffboarding } from "@/data/offboarding/offboarding-record";
import { offboardingQueries } from "@/data/offboarding/offboardings";
import {
  departingMemberName,
  openOffboardingMessage,
} from "@/features/members/offboarding/model/offboarding-messages";
import { formatOffboardingSearch } from "@/features/members/offboarding/model/offboarding-search-params";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";

/** Links to an unfinished offboarding of the departing member. Renders nothing without one. */
export function OpenOffboardingNotice({ departingMember }: { readonly departingMember: DepartingMember }) {
  const api = useApi();
  const { data } = useQuery(offboardingQueries.all(api));
  const openOffboarding = findOpenOffboarding(
    (data ?? []).map(({ offboarding }) => offboarding),
    departingMember,
  );
  if (openOffboarding === null) return null;
  return (
    <Notice
      tone="warning"
      title={`Unfinished offboarding of ${departingMemberName(departingMember)}`}
      action={
        <LinkButton
          variant="default"
          to={`${paths.offboard(api.projectId)}${formatOffboardingSearch(openOffboarding.id, { isResuming: true })}`}
        >
          Resume…
        </LinkButton>
      }
    >
      {openOffboardingMessage(openOffboarding)}
    </Notice>
  );
}
