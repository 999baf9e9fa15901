import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { emptyListMessage } from "@/features/members/model/member-messages";
import { addRefusal, type CurrentPermissions, MEMBER_NOUN } from "@/features/members/model/member-rules";
import { useEmptyListNote, useMissingPeopleNote } from "@/features/members/model/use-empty-list-note";
import { paths } from "@/lib/url/paths";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, UsersIcon } from "@/ui/theme/icons";

interface MemberListEmptyProps {
  readonly state: CollectionState<ExplicitMember>;
  readonly permissions: CurrentPermissions;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function MemberListEmpty({ state, permissions, isFiltered, onClear }: MemberListEmptyProps) {
  const { projectId } = useApi();
  const note = useEmptyListNote(state);
  const missingNote = useMissingPeopleNote(state);
  const access = useProjectAccess();
  const { records, broken: invalidRecords, phase } = state;
  if (isFiltered) {
    return (
      <NoResults
        {...MEMBER_NOUN}
        count={records.length}
        isFullyLoaded={phase === "complete"}
        onClear={onClear}
      />
    );
  }
  if (invalidRecords.length > 0) return <AllRecordsInvalid pluralNoun="members" />;
  return (
    <EmptyState
      icon={<UsersIcon size={24} />}
      title={access === undefined ? "No members yet" : "No explicit levels"}
      detail={
        <>
          <p>{emptyListMessage(access)}</p>
          {note !== null && <p>{note}</p>}
          {missingNote !== null && <p>{missingNote}</p>}
        </>
      }
      action={
        <LinkButton
          to={paths.addMembers(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={addRefusal(permissions)}
        >
          Add members
        </LinkButton>
      }
    />
  );
}
