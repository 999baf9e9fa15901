import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { undoWarning } from "@/data/subscriptions/save-effect-messages";
import { type SubscriptionEdit, subscriptionMutations } from "@/data/subscriptions/subscription-mutations";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep } from "@/data/undo/undo-plan";
import { changeFailureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { parseSubscriptionId } from "@/features/subscriptions/model/subscription-filters";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import {
  createEditOrigin,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toInverseChange, toSubscriptionChange } from "@/features/subscriptions/schema/subscription-requests";
import { useSubscriptionUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { localZone } from "@/lib/time/dates";
import { isOpenedFromList } from "@/lib/url/drawer-location-state";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { type SaveOptions, type SaveResult, SubscriptionFormDrawer } from "./subscription-form-drawer";
import { useConflictCheck } from "./use-conflict-check";

/** Form in a drawer. The page behind it shows loading errors. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = parseSubscriptionId(useParams().id);
  const { pathname, state } = useLocation();
  const hasListBehind = isOpenedFromList(state);
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // Mounting must not retry, because the page behind already shows the error.
    ...(!hasListBehind && { retryOnMount: false }),
  });
  const { data, error, isLoading } = query;
  if (data) return <EditDrawer key={data.id} record={data} />;
  // The list can't show the error, so the record's page opens instead.
  if (error && hasListBehind) return <Navigate to={pathname} replace />;
  return <ProgressLine isActive={isLoading} label="Loading subscription…" />;
}

function EditDrawer({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const undo = useSubscriptionUndo();
  const { mutateAsync: update } = useMutation(subscriptionMutations.update(api, record.id));
  const { mutateAsync: undoUpdate } = useMutation(subscriptionMutations.revert(api));
  const closeForm = useCloseDrawer(paths.subscription(api.projectId, record.id));
  const origin = useMemo(() => createEditOrigin(record, localZone()), [record]);

  const conflictCheck = useConflictCheck();

  const sendUndo = ({ body, before, entry }: SubscriptionStep) =>
    undoUpdate({ id: before.id, body, before, undoes: entry.id });

  async function send(edit: SubscriptionEdit): Promise<Subscription> {
    try {
      return await update(edit);
    } catch (error) {
      undo.noteFailure(record.id, error);
      throw error;
    }
  }

  async function save(
    values: SubscriptionFormValues,
    started: SubscriptionFormOrigin,
    { sendsNow }: SaveOptions,
  ): Promise<SaveResult> {
    const change = toSubscriptionChange(values, started);
    if (Object.keys(change).length === 0) return "saved";
    const edit = await conflictCheck.check(started.record ?? record, change);
    if (edit === null) return "canceled";
    const { before, body, hasMergedRecipients } = edit;
    if (Object.keys(body).length === 0) {
      undo.show(record.id, { title: `“${subscriptionTitle(before).text}” is already up to date` });
      return "saved";
    }
    const updatedRecord = await send({ before, body, sendsNow });
    const inverse = toInverseChange(before, body);
    const name = `“${subscriptionTitle(updatedRecord).text}”`;
    const details = [
      hasMergedRecipients && "Someone else changed the recipients, so both changes were merged.",
      undoWarning(before, body),
    ].filter(Boolean);
    undo.show(
      record.id,
      { tone: "positive", title: `Saved ${name}`, ...(details.length > 0 && { detail: details.join(" ") }) },
      Object.keys(inverse).length === 0
        ? undefined
        : {
            updatedRecord,
            send: sendUndo,
            doneMessage: `Undid changes to ${name}`,
            failureMessage: (error) => changeFailureTitle(error, "the change", "undone"),
          },
    );
    return "saved";
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
      {conflictCheck.dialog}
    </>
  );
}
