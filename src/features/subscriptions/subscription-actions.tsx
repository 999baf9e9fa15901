import { Button } from "@mantine/core";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { paths } from "@/lib/paths";
import { CopyIcon, EditIcon, TrashIcon, UndoIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { actionsFor, type SubscriptionAction, stateOf } from "./subscription-rules";
import { useSubscriptionMoves } from "./use-subscription-moves";

/** What may be done with the delivery in its state, as buttons. */
export function SubscriptionActions({ record }: { readonly record: Subscription }) {
  const { projectId } = useApi();
  const moves = useSubscriptionMoves();

  function button(action: SubscriptionAction) {
    switch (action) {
      case "edit":
        return (
          <LinkButton
            key={action}
            to={paths.editSubscription(projectId, record.id)}
            leftSection={<EditIcon />}
          >
            Edit
          </LinkButton>
        );
      case "duplicate":
        return (
          <LinkButton
            key={action}
            variant="default"
            to={paths.newSubscription(projectId, { from: record.id })}
            leftSection={<CopyIcon />}
          >
            Duplicate
          </LinkButton>
        );
      case "delete":
        return (
          <Button
            key={action}
            variant="default"
            leftSection={<TrashIcon />}
            onClick={() => void moves.remove(record)}
          >
            Delete
          </Button>
        );
      case "restore":
        return (
          <Button key={action} leftSection={<UndoIcon />} onClick={() => void moves.restore(record)}>
            Restore
          </Button>
        );
    }
  }

  return actionsFor(stateOf(record, new Date()).state).map(button);
}
