import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { addRefusal, removalRefusal } from "@/features/members/model/member-rules";
import { encodeParam, paths } from "@/lib/url/paths";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";

interface PersonActionsProps {
  /** Null without an explicit level. */
  readonly member: ExplicitMember | null;
  readonly uuid: string;
}

export function PersonActions({ member, uuid }: PersonActionsProps) {
  const { projectId } = useApi();
  const { permissions, remove } = useMemberChangesContext();
  return (
    <>
      {member === null || member.user !== null ? (
        <LinkButton variant="default" leftSection={<UsersIcon />} to={paths.offboard(projectId, uuid)}>
          Offboard…
        </LinkButton>
      ) : null}
      {member === null ? (
        <LinkButton
          leftSection={<PlusIcon />}
          to={`${paths.addMembers(projectId)}?person=${encodeParam(uuid)}`}
          disabledReason={addRefusal(permissions)}
        >
          Add as member…
        </LinkButton>
      ) : (
        <ButtonWithDisabledReason
          variant="default"
          leftSection={<TrashIcon />}
          disabledReason={removalRefusal(member, permissions)}
          onClick={() => remove(member)}
        >
          Remove…
        </ButtonWithDisabledReason>
      )}
    </>
  );
}
