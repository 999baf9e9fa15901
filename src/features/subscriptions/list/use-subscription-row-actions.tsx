import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import {
  formatSubscriptionListFilters,
  type SubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import {
  availableSubscriptionActions,
  SUBSCRIPTION_WRITE_SCOPE,
  type SubscriptionAction,
} from "@/features/subscriptions/model/subscription-rules";
import { usePauseActions } from "@/features/subscriptions/pause/use-pause-actions";
import { useLazyTrashActions } from "@/features/subscriptions/undo/use-lazy-trash-actions";
import { OPENED_FROM_LIST } from "@/lib/url/drawer-location-state";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { CopyIcon, EditIcon, ListIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";

/**
 * Returns a function that returns a row's menu actions.
 * @param filters filters of the list that stays visible behind drawers
 */
export function useSubscriptionRowActions(
  filters: SubscriptionListFilters,
): (record: Subscription) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const trashActions = useLazyTrashActions();
  const setEnabled = usePauseActions();
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const duplicateSearch = ({ id }: Subscription) =>
    formatSubscriptionListFilters(filters, new URLSearchParams({ from: String(id) }));

  return (record) => {
    // The code for changes loads when the menu opens.
    loadSubscriptionChanges().catch(() => undefined);
    trashActions.prefetch();
    const allActions: Record<SubscriptionAction, RowAction> = {
      edit: {
        id: "edit",
        label: "Edit",
        icon: <EditIcon />,
        key: "e",
        onSelect: () =>
          void navigate(
            `${paths.editSubscription(projectId, record.id)}${formatSubscriptionListFilters(filters)}`,
            {
              state: OPENED_FROM_LIST,
            },
          ),
      },
      duplicate: {
        id: "duplicate",
        label: "Duplicate",
        icon: <CopyIcon />,
        key: "d",
        onSelect: () => void navigate(`${paths.newSubscription(projectId)}${duplicateSearch(record)}`),
      },
      pause: {
        id: "pause",
        label: "Pause",
        icon: <PauseIcon />,
        key: "p",
        onSelect: () => void setEnabled(record, false),
      },
      resume: {
        id: "resume",
        label: "Resume",
        icon: <ResumeIcon />,
        key: "p",
        onSelect: () => void setEnabled(record, true),
      },
      delete: {
        id: "delete",
        label: "Delete",
        icon: <TrashIcon />,
        tone: "danger",
        key: "Delete",
        shortcut: "Del",
        onSelect: () => trashActions.remove(record),
      },
      restore: {
        id: "restore",
        label: "Restore",
        icon: <UndoIcon />,
        key: "r",
        onSelect: () => trashActions.restore(record),
      },
    };
    const open: RowAction = {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(paths.subscription(projectId, record.id)),
    };
    const stateActions = availableSubscriptionActions(record).map((action) => allActions[action]);
    return [open, ...stateActions.map((action) => ({ ...action, disabledReason }))];
  };
}
