import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import {
  readRecipientFilters,
  writeRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { listOf } from "@/features/subscriptions/recipients/model/recipient-list-url";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
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
