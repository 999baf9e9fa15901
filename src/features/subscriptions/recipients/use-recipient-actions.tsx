import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import {
  formatRecipientFilters,
  parseRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { recipientSubscriptionsUrl } from "@/features/subscriptions/recipients/model/recipient-list-url";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import type { RecipientTask } from "./recipient-task";

export function useRecipientActions(
  onStartTask: (task: RecipientTask) => void,
): (recipient: Recipient) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const editAddress = useEditSearchParams(paths.recipients(projectId));
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  function open(recipient: Recipient) {
    editAddress(
      (params) => formatRecipientFilters({ ...parseRecipientFilters(params), open: recipient.key }),
      {
        replace: false,
      },
    );
  }

  return (recipient) => [
    { id: "open", label: "Open", icon: <UsersIcon />, shortcut: "Enter", onSelect: () => open(recipient) },
    {
      id: "list",
      label: "Show subscriptions",
      icon: <ListIcon />,
      onSelect: () => void navigate(recipientSubscriptionsUrl(projectId, recipient)),
    },
    {
      id: "replace",
      label: "Replace everywhere…",
      icon: <EditIcon />,
      disabledReason,
      onSelect: () => onStartTask({ kind: "replace", recipient }),
    },
    {
      id: "remove",
      label: "Remove everywhere…",
      icon: <TrashIcon />,
      tone: "danger",
      disabledReason,
      onSelect: () => onStartTask({ kind: "remove", recipients: [recipient] }),
    },
  ];
}
