import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import type { EditConflict } from "@/data/changes/merge-edit";
import { useApi } from "@/data/client/api-context";
import type { AskAboutConflicts, CheckedEdit, SavedEdit } from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { changeFailureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { parseSubscriptionId } from "@/features/subscriptions/model/subscription-filters";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import {
  createEditOrigin,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import { localZone } from "@/lib/time/dates";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import { useConfirm } from "@/ui/overlay/confirm";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { ConflictDialog } from "./conflict-dialog";
import { EDIT_CONFLICT_PROBLEM } from "./form-messages";
import { reportOverwrittenEdit } from "./overwritten-edit";
import { SaveInterruption, saveEdit } from "./save-edit";
import { type SaveOptions, type SaveResult, SubscriptionFormDrawer } from "./subscription-form-drawer";

/** Shows the form in a drawer. The page behind the drawer shows loading errors. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = parseSubscriptionId(useParams().id);
  const { pathname, state } = useLocation();
  const isOverList = isOpenedFromList(state);
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // Mounting must not retry, because the page behind the drawer already shows the error.
    ...(!isOverList && { retryOnMount: false }),
  });
  const { data, error, isLoading } = query;
  if (data) return <EditDrawer key={data.id} record={data} />;
  // The list can't show the error, so the record's page opens instead.
  if (error && isOverList) return <Navigate to={pathname} replace />;
  return <ProgressLine isActive={isLoading} label="Loading subscription" />;
}

function EditDrawer({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const closeForm = useCloseDrawer(paths.subscription(api.projectId, record.id));
  const origin = useMemo(() => createEditOrigin(record, localZone()), [record]);

  const { ask, dialog } = useConflictDialog();

  async function save(
    values: SubscriptionFormValues,
    started: SubscriptionFormOrigin,
    { sendsNow }: SaveOptions,
  ): Promise<SaveResult> {
    const body = toSubscriptionChange(values, started);
    if (Object.keys(body).length === 0) return "saved";
    const edit = { base: started.record ?? record, body };
    const context = { api, queryClient, toasts, confirm };
    const onSaved = (saved: SavedEdit) => void reportOverwrittenEdit(context, saved);
    return (await saveEdit(context, edit, { sendsNow, ask, onSaved })) ? "saved" : "canceled";
  }

  return (
    <>
      <SubscriptionFormDrawer
        title={`Edit “${subscriptionTitle(record).text}”`}
        capabilities={origin.capabilities}
        origin={origin}
        notice={
          record.deleted && (
            <Notice tone="info">This subscription is in Trash. Saving won't restore it.</Notice>
          )
        }
        save={save}
        failedTitle={(error) => changeFailureTitle(error, `“${subscriptionTitle(record).text}”`, "saved")}
        onLeave={closeForm.goBack}
      />
      {dialog}
    </>
  );
}

interface ConflictQuestion {
  readonly checked: CheckedEdit;
  /** Called with null when the user returns to the form. */
  readonly onAnswer: (chosen: readonly EditConflict[] | null) => void;
}

interface ConflictQuestions {
  /** Asks about conflicts. Rejects with a SaveInterruption when the user has left the form. */
  readonly ask: AskAboutConflicts;
  readonly dialog: ReactNode;
}

function useConflictDialog(): ConflictQuestions {
  const isRouteUnmounted = useIsUnmountedRoute();
  const [question, setQuestion] = useState<ConflictQuestion | null>(null);

  async function ask(checked: CheckedEdit): Promise<readonly EditConflict[] | null> {
    if (isRouteUnmounted()) throw new SaveInterruption(EDIT_CONFLICT_PROBLEM);
    return new Promise((resolve) => {
      const onAnswer = (chosen: readonly EditConflict[] | null) => {
        setQuestion(null);
        resolve(chosen);
      };
      setQuestion({ checked, onAnswer });
    });
  }

  const dialog = question && (
    <ConflictDialog
      checked={question.checked}
      onSave={question.onAnswer}
      onCancel={() => question.onAnswer(null)}
    />
  );
  return { ask, dialog };
}
