import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { undoWarning } from "@/data/subscriptions/subscription-effects";
import { subscriptionMutations, subscriptionQueries } from "@/data/subscriptions/subscriptions";
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
import { SubscriptionFormDrawer } from "./subscription-form-drawer";

/** Renders the edit form in a drawer. The page behind it shows loading errors. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = parseSubscriptionId(useParams().id);
  const { pathname, state } = useLocation();
  const hasListBehind = isOpenedFromList(state);
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // The page behind already shows the error; don't retry on mount.
    ...(!hasListBehind && { retryOnMount: false }),
  });
  const { data, error, isLoading } = query;
  if (data) return <EditDrawer key={data.id} record={data} />;
  // The list can't show the error; the record's page can.
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

  const sendUndo = ({ body, before, entry }: SubscriptionStep) =>
    undoUpdate({ id: before.id, body, before, undoes: entry.id });

  async function send(change: SubscriptionChange): Promise<Subscription> {
    try {
      return await update(change);
    } catch (error) {
      undo.noteFailure(record.id, error);
      throw error;
    }
  }

  async function save(values: SubscriptionFormValues, started: SubscriptionFormOrigin) {
    const before = started.record ?? record;
    const change = toSubscriptionChange(values, started);
    if (Object.keys(change).length === 0) return;
    const updatedRecord = await send(change);
    const inverse = toInverseChange(before, change);
    const name = `“${subscriptionTitle(updatedRecord).text}”`;
    const warning = undoWarning(before, change);
    undo.show(
      record.id,
      { tone: "positive", title: `Saved ${name}`, ...(warning !== null && { detail: warning }) },
      Object.keys(inverse).length === 0
        ? undefined
        : {
            updatedRecord,
            send: sendUndo,
            doneMessage: `Undid changes to ${name}`,
            failureMessage: (error) => changeFailureTitle(error, "the change", "undone"),
          },
    );
  }

  return (
    <SubscriptionFormDrawer
      title={`Edit “${subscriptionTitle(record).text}”`}
      submitLabel="Save changes"
      origin={origin}
      notice={
        record.deleted && <Notice tone="info">This subscription is in trash. Saving won't restore it.</Notice>
      }
      save={save}
      failedTitle={(error) => changeFailureTitle(error, `“${subscriptionTitle(record).text}”`, "saved")}
      onLeave={closeForm.goBack}
    />
  );
}
