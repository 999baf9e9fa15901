import { Group } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { isLevelRedundant } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import {
  formatMemberListFilters,
  type MemberListFilters,
  REDUNDANT_QUERY,
} from "@/features/members/model/member-filters";
import { addRefusal } from "@/features/members/model/member-rules";
import { DEFAULT_LIST_SEARCH_PARAMS } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import shared from "@/ui/theme/shared.module.css";
import type { ListedPerson } from "./listed-people";
import { redundantLevelsLabel, redundantLevelsMessage } from "./member-task-messages";
import { useMemberTask } from "./use-member-task";

interface RedundantLevelsNoticeProps {
  readonly records: readonly ListedPerson[];
  readonly filters: MemberListFilters;
}

/** Links to the list of redundant levels. In that list, offers to remove them. */
export function RedundantLevelsNotice({ records, filters }: RedundantLevelsNoticeProps) {
  const { projectId } = useApi();
  const { permissions } = useMemberChangesContext();
  const openMemberTask = useMemberTask(permissions);
  const redundantMembers = useMemo(() => records.filter(isLevelRedundant), [records]);
  if (redundantMembers.length === 0) return null;
  if (filters.query.trim() !== REDUNDANT_QUERY) {
    return (
      <p className={`${shared.notice} ${shared.quietLinks}`} data-no-print>
        <Link
          to={`${paths.members(projectId)}${formatMemberListFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, query: REDUNDANT_QUERY })}`}
        >
          {redundantLevelsLabel(redundantMembers.length)}
        </Link>
      </p>
    );
  }
  return (
    <Group component="p" gap="4px 12px" className={shared.notice} data-no-print>
      <span>{redundantLevelsMessage(redundantMembers.length)}</span>
      <ButtonWithDisabledReason
        variant="default"
        disabledReason={addRefusal(permissions)}
        onClick={() => openMemberTask(redundantMembers, { kind: "clean-up" })}
      >
        Remove redundant levels…
      </ButtonWithDisabledReason>
    </Group>
  );
}
