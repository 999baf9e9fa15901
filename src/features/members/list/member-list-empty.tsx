import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { addRefusal, MEMBERS, type Standing } from "@/features/members/model/member-rules";
import { paths } from "@/lib/url/paths";
import { NoneReadable, NothingFound } from "@/ui/collection-table/no-results";
import { EmptyState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, UsersIcon } from "@/ui/theme/icons";

interface NoRowsProps {
  readonly state: CollectionState<ExplicitMember>;
  readonly standing: Standing;
  /** Whether a search hides them. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Why there are no rows, and the way on. */
export function NoRows({ state, standing, isFiltered, onClear }: NoRowsProps) {
  const { projectId } = useApi();
  const { records, broken, phase } = state;
  if (isFiltered) {
    return (
      <NothingFound {...MEMBERS} count={records.length} isWhole={phase === "complete"} onClear={onClear} />
    );
  }
  if (broken.length > 0) return <NoneReadable other="members" />;
  return (
    <EmptyState
      icon={<UsersIcon size={24} />}
      title="No members yet"
      detail="A member has access of their own to this project, beside what the organisation gives them. Whoever gets their access from the organisation alone is not listed here."
      action={
        <LinkButton
          to={paths.addMembers(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={addRefusal(standing)}
        >
          Add members
        </LinkButton>
      }
    />
  );
}
