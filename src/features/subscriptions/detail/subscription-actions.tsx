import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import {
  actionsFor,
  type SubscriptionAction,
  stateOf,
  WRITE_SCOPE,
} from "@/features/subscriptions/model/subscription-rules";
import { useSubscriptionMoves } from "@/features/subscriptions/undo/use-trash-actions";
import { paths } from "@/lib/url/paths";
import { useFocusAfterMove } from "@/ui/hooks/use-focus-after-swap";
import { useNow } from "@/ui/hooks/use-now";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { CopyIcon, EditIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";
import classes from "./subscription-actions.module.css";

/** What may be done with the delivery in its state, as buttons. */
export function SubscriptionActions({ record }: { readonly record: Subscription }) {
  const { projectId } = useApi();
  const moves = useSubscriptionMoves();
  const refusal = useScopeRefusal(WRITE_SCOPE);

  const now = useNow();
  const box = useFocusAfterMove(record.deleted);

  const actions = actionsFor(stateOf(record, now).state);

  function button(action: SubscriptionAction) {
    switch (action) {
      case "edit":
        return (
          <LinkButton
            key={action}
            to={paths.editSubscription(projectId, record.id)}
            leftSection={<EditIcon />}
            disabledReason={refusal}
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
            disabledReason={refusal}
          >
            Duplicate
          </LinkButton>
        );
      case "delete":
        return (
          <ReasonButton
            key={action}
            variant="default"
            leftSection={<TrashIcon />}
            disabledReason={refusal}
            data-move
            onClick={() => void moves.remove(record)}
          >
            Delete
          </ReasonButton>
        );
      case "restore":
        return (
          <ReasonButton
            key={action}
            leftSection={<UndoIcon />}
            disabledReason={refusal}
            data-move
            onClick={() => void moves.restore(record)}
          >
            Restore
          </ReasonButton>
        );
    }
  }

  return (
    <div ref={box} className={classes.box}>
      {actions.map(button)}
    </div>
  );
}
