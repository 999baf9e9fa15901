import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { useScopeRefusal } from "@/data/signals";
import { paths } from "@/lib/paths";
import { CopyIcon, EditIcon, TrashIcon, UndoIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { ReasonButton } from "@/ui/reason-button";
import { useFocusAfterMove } from "@/ui/use-focus-after-move";
import { useNow } from "@/ui/use-now";
import classes from "./subscription-actions.module.css";
import { actionsFor, type SubscriptionAction, stateOf, WRITE_SCOPE } from "./subscription-rules";
import { useSubscriptionMoves } from "./use-subscription-moves";

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
