import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import { loadWrites } from "@/data/subscriptions/subscriptions";
import { type ListFilters, writeListFilters } from "@/features/subscriptions/model/subscription-filters";
import {
  actionsFor,
  type SubscriptionAction,
  stateOf,
  WRITE_SCOPE,
} from "@/features/subscriptions/model/subscription-rules";
import { useSubscriptionMoves } from "@/features/subscriptions/undo/use-trash-actions";
import { OVER_LIST } from "@/lib/url/drawer-location-state";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useNow } from "@/ui/hooks/use-now";
import { CopyIcon, EditIcon, ListIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";

/**
 * What the menu of a row offers, by the state of its record.
 * @param filters the page of the list that shows the rows
 */
export function useRowActions(filters: ListFilters): (record: Subscription) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const moves = useSubscriptionMoves();
  const disabledReason = useScopeRefusal(WRITE_SCOPE);
  const now = useNow();

  // The form opens over this very page of the list.
  const copyOf = ({ id }: Subscription) =>
    writeListFilters(filters, new URLSearchParams({ from: String(id) }));

  return (record) => {
    // Whoever looks at what can be done may do it: its code is there then.
    loadWrites().catch(() => undefined);
    const all: Record<SubscriptionAction, RowAction> = {
      edit: {
        id: "edit",
        label: "Edit",
        icon: <EditIcon />,
        key: "e",
        shortcut: "E",
        onSelect: () =>
          void navigate(`${paths.editSubscription(projectId, record.id)}${writeListFilters(filters)}`, {
            state: OVER_LIST,
          }),
      },
      duplicate: {
        id: "duplicate",
        label: "Duplicate",
        icon: <CopyIcon />,
        onSelect: () => void navigate(`${paths.newSubscription(projectId)}${copyOf(record)}`),
      },
      delete: {
        id: "delete",
        label: "Delete",
        icon: <TrashIcon />,
        tone: "danger",
        onSelect: () => void moves.remove(record),
      },
      restore: {
        id: "restore",
        label: "Restore",
        icon: <UndoIcon />,
        onSelect: () => void moves.restore(record),
      },
    };
    const open: RowAction = {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(paths.subscription(projectId, record.id)),
    };
    const writes = actionsFor(stateOf(record, now).state).map((action) => all[action]);
    return [open, ...writes.map((action) => ({ ...action, disabledReason }))];
  };
}
