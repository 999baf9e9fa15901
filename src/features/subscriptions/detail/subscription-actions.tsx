import { Box } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import { testDeliveryBlocker } from "@/features/subscriptions/deliveries/delivery-messages";
import { useTestDelivery } from "@/features/subscriptions/deliveries/use-test-delivery";
import {
  availableSubscriptionActions,
  SUBSCRIPTION_WRITE_SCOPE,
} from "@/features/subscriptions/model/subscription-rules";
import { usePauseActions } from "@/features/subscriptions/pause/use-pause-actions";
import { useTrashActions } from "@/features/subscriptions/undo/use-trash-actions";
import { paths } from "@/lib/url/paths";
import { useFocusFallback } from "@/ui/hooks/use-focus-fallback";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { CopyIcon, EditIcon, MailIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";

/**
 * Shows the actions that the subscription's state allows. The menu contains rare and destructive
 * ones.
 */
export function SubscriptionActions({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const { projectId } = api;
  const navigate = useNavigate();
  const trashActions = useTrashActions();
  const setEnabled = usePauseActions();
  const testDelivery = useTestDelivery(api);
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const focusFallback = useFocusFallback();
  const actions = new Set(availableSubscriptionActions(record));
  const isPaused = actions.has("resume");

  function getMenuActions(): readonly MenuAction[] {
    const duplicate: MenuAction = {
      id: "duplicate",
      label: "Duplicate",
      icon: <CopyIcon />,
      disabledReason,
      onSelect: () => void navigate(paths.newSubscription(projectId, { from: record.id })),
    };
    const remove: MenuAction = {
      id: "delete",
      label: "Delete",
      icon: <TrashIcon />,
      tone: "danger",
      disabledReason,
      onSelect: () => void trashActions.remove(record),
    };
    const test: MenuAction = {
      id: "test",
      label: "Send test delivery…",
      icon: <MailIcon />,
      disabledReason: disabledReason ?? testDeliveryBlocker(record),
      onSelect: () => void testDelivery.send(record),
    };
    return [
      ...(testDelivery.canTest(record) ? [test] : []),
      duplicate,
      ...(actions.has("delete") ? [remove] : []),
    ];
  }

  return (
    <Box {...focusFallback} display="contents">
      {actions.has("edit") && (
        <LinkButton
          to={paths.editSubscription(projectId, record.id)}
          leftSection={<EditIcon />}
          disabledReason={disabledReason}
          data-focus-fallback
        >
          Edit
        </LinkButton>
      )}
      {(actions.has("pause") || isPaused) && (
        <ButtonWithDisabledReason
          variant="default"
          leftSection={isPaused ? <ResumeIcon /> : <PauseIcon />}
          disabledReason={disabledReason}
          onClick={() => void setEnabled(record, isPaused)}
        >
          {isPaused ? "Resume" : "Pause"}
        </ButtonWithDisabledReason>
      )}
      {actions.has("restore") && (
        <ButtonWithDisabledReason
          leftSection={<UndoIcon />}
          disabledReason={disabledReason}
          onClick={() => void trashActions.restore(record)}
        >
          Restore
        </ButtonWithDisabledReason>
      )}
      <ActionMenu label="More" actions={getMenuActions} />
    </Box>
  );
}
