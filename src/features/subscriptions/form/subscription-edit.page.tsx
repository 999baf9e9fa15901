import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { undoWarning } from "@/data/subscriptions/subscription-effects";
import { subscriptionMutations, subscriptionQueries } from "@/data/subscriptions/subscriptions";
import type { SubscriptionStep } from "@/data/undo/undo-plan";
import { failureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import { readId } from "@/features/subscriptions/model/subscription-filters";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import {
  editOrigin,
  type FormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { inverseChange, toChange } from "@/features/subscriptions/schema/subscription-requests";
import { useUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { localZone } from "@/lib/time/dates";
import { isOverList } from "@/lib/url/drawer-location-state";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useLeave } from "@/ui/form/use-close-drawer";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { SubscriptionFormDrawer } from "./subscription-form-drawer";

/** The form of an existing delivery, in a drawer over its page. That page shows why, when it cannot be loaded. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = readId(useParams().id);
  const { pathname, state } = useLocation();
  const staysOverList = isOverList(state);
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // The record's page has asked, and its failure may be on the screen before this code has come: it stays there.
    ...(!staysOverList && { retryOnMount: false }),
  });
  const { data, error, isLoading } = query;
  if (data) return <EditDrawer key={data.id} record={data} />;
  // The list behind it has no place for the reason: the same address with the record's own page has one.
  if (error && staysOverList) return <Navigate to={pathname} replace />;
  return <ProgressLine active={isLoading} label="Loading the delivery" />;
}

function EditDrawer({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const undo = useUndo();
  const { mutateAsync: update } = useMutation(subscriptionMutations.update(api, record.id));
  const { mutateAsync: undoUpdate } = useMutation(subscriptionMutations.putBack(api));
  const leave = useLeave(paths.subscription(api.projectId, record.id));
  const origin = useMemo(() => editOrigin(record, localZone()), [record]);

  const putBack = ({ body, before, entry }: SubscriptionStep) =>
    undoUpdate({ id: before.id, body, before, undoes: entry.id });

  async function send(change: SubscriptionChange): Promise<Subscription> {
    try {
      return await update(change);
    } catch (error) {
      undo.noteFailure(record.id, error);
      throw error;
    }
  }

  async function save(values: SubscriptionFormValues, started: FormOrigin) {
    const before = started.record ?? record;
    const change = toChange(values, started);
    if (Object.keys(change).length === 0) return;
    const left = await send(change);
    const back = inverseChange(before, change);
    const name = `“${titleOf(left).text}”`;
    const warning = undoWarning(before, change);
    undo.show(
      record.id,
      { tone: "positive", title: `Saved ${name}`, ...(warning !== null && { detail: warning }) },
      Object.keys(back).length === 0
        ? undefined
        : {
            left,
            send: putBack,
            done: `${name} was put back as it was`,
            failed: (error) => failureTitle(error, "the change", "taken back"),
          },
    );
  }

  return (
    <SubscriptionFormDrawer
      title={`Edit “${titleOf(record).text}”`}
      submitLabel="Save changes"
      origin={origin}
      remark={record.deleted && <Notice tone="info">It is in the bin. Saving does not restore it.</Notice>}
      save={save}
      failedTitle={(error) => failureTitle(error, `“${titleOf(record).text}”`, "saved")}
      onLeave={leave.back}
    />
  );
}
