import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import {
  availableSubscriptionActions,
  SUBSCRIPTION_WRITE_SCOPE,
  type SubscriptionAction,
} from "@/features/subscriptions/model/subscription-rules";
import { usePauseActions } from "@/features/subscriptions/pause/use-pause-actions";
import { useTrashActions } from "@/features/subscriptions/undo/use-trash-actions";
import { paths } from "@/lib/url/paths";
import { useFocusAfterSwap } from "@/ui/hooks/use-focus-after-swap";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { CopyIcon, EditIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";
import classes from "./subscription-actions.module.css";

export function SubscriptionActions({ record }: { readonly record: Subscription }) {
  const { projectId } = useApi();
  const trashActions = useTrashActions();
  const setEnabled = usePauseActions();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  const containerRef = useFocusAfterSwap(record.deleted);

  const actions = availableSubscriptionActions(record);

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
      case "pause":
      case "resume":
        return (
          <ButtonWithDisabledReason
            // The same button, so that it keeps the focus.
            key="pause"
            variant="default"
            leftSection={action === "pause" ? <PauseIcon /> : <ResumeIcon />}
            disabledReason={refusal}
            onClick={() => void setEnabled(record, action === "resume")}
          >
            {action === "pause" ? "Pause" : "Resume"}
          </ButtonWithDisabledReason>
        );
      case "delete":
        return (
          <ButtonWithDisabledReason
            key={action}
            variant="default"
            leftSection={<TrashIcon />}
            disabledReason={refusal}
            data-move
            onClick={() => void trashActions.remove(record)}
          >
            Delete
          </ButtonWithDisabledReason>
        );
      case "restore":
        return (
          <ButtonWithDisabledReason
            key={action}
            leftSection={<UndoIcon />}
            disabledReason={refusal}
            data-move
            onClick={() => void trashActions.restore(record)}
          >
            Restore
          </ButtonWithDisabledReason>
        );
    }
  }

  return (
    <div ref={containerRef} className={classes.box}>
      {actions.map(button)}
    </div>
  );
}
