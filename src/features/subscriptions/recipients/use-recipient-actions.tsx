import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import { paths } from "@/lib/paths";
import type { RowAction } from "@/ui/data-table-types";
import { EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/icons";
import { useAddressEdit } from "@/ui/use-address-edit";
import { WRITE_SCOPE } from "../subscription-rules";
import { listOf } from "./list-of-recipient";
import type { Recipient } from "./recipient-book";
import { readRecipientFilters, writeRecipientFilters } from "./recipient-filters";
import type { RecipientTask } from "./recipient-task";

/** What the menu of a row offers. */
export function useRecipientActions(
  onTask: (task: RecipientTask) => void,
): (recipient: Recipient) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const editAddress = useAddressEdit(paths.recipients(projectId));
  const disabledReason = useScopeRefusal(WRITE_SCOPE);

  function open(recipient: Recipient) {
    editAddress((params) => writeRecipientFilters({ ...readRecipientFilters(params), open: recipient.key }), {
      replace: false,
    });
  }

  return (recipient) => [
    { id: "open", label: "Open", icon: <UsersIcon />, shortcut: "Enter", onSelect: () => open(recipient) },
    {
      id: "list",
      label: "Show in list",
      icon: <ListIcon />,
      onSelect: () => void navigate(listOf(projectId, recipient)),
    },
    {
      id: "replace",
      label: "Replace everywhere…",
      icon: <EditIcon />,
      disabledReason,
      onSelect: () => onTask({ kind: "replace", recipient }),
    },
    {
      id: "remove",
      label: "Remove everywhere…",
      icon: <TrashIcon />,
      tone: "danger",
      disabledReason,
      onSelect: () => onTask({ kind: "remove", recipients: [recipient] }),
    },
  ];
}
