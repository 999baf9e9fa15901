import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { subscriptionMutations, subscriptionQueries } from "@/data/subscriptions";
import { describeError } from "@/http/describe-error";
import { localZone } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { ProgressLine } from "@/ui/progress-line";
import { Notice } from "@/ui/states";
import { useToasts } from "@/ui/toasts";
import { readId } from "./subscription-filters";
import { SubscriptionFormDrawer } from "./subscription-form-drawer";
import { editOrigin, type FormOrigin, type SubscriptionFormValues } from "./subscription-form-values";
import { inverseChange, toChange } from "./subscription-requests";
import { titleOf } from "./subscription-rules";
import { undoWarning } from "./subscription-save-effect";
import { useLeave } from "./use-leave";

/** The form of an existing delivery, in a drawer over its page. That page shows why, when it cannot be loaded. */
export function SubscriptionEditPage() {
  const api = useApi();
  const id = readId(useParams().id);
  const { data, isLoading } = useQuery({ ...subscriptionQueries.detail(api, id ?? 0), enabled: id !== null });
  if (data) return <EditDrawer key={data.id} record={data} />;
  return <ProgressLine active={isLoading} label="Loading the delivery" />;
}

function EditDrawer({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const toasts = useToasts();
  const { mutateAsync: update } = useMutation(subscriptionMutations.update(api, record.id));
  const leave = useLeave(paths.subscription(api.projectId, record.id));
  const origin = useMemo(() => editOrigin(record, localZone()), [record]);

  async function undo(before: Subscription, change: SubscriptionChange) {
    try {
      await update(inverseChange(before, change));
    } catch (error) {
      const problem = describeError(error);
      toasts.show({
        tone: "danger",
        title: "The change was not taken back",
        detail: `${problem.title}. ${problem.detail}`,
      });
    }
  }

  async function save(values: SubscriptionFormValues, started: FormOrigin) {
    const before = started.record ?? record;
    const change = toChange(values, started);
    if (Object.keys(change).length === 0) return;
    const saved = await update(change);
    const isUndoable = Object.keys(inverseChange(before, change)).length > 0;
    const warning = undoWarning(before, change);
    toasts.show({
      tone: "positive",
      title: `Saved “${titleOf(saved).text}”`,
      ...(warning !== null && { detail: warning }),
      ...(isUndoable && { action: { label: "Undo", onSelect: () => void undo(before, change) } }),
    });
  }

  return (
    <SubscriptionFormDrawer
      title={`Edit “${titleOf(record).text}”`}
      submitLabel="Save changes"
      origin={origin}
      remark={record.deleted && <Notice tone="info">It is in the bin. Saving does not restore it.</Notice>}
      save={save}
      onLeave={leave.back}
    />
  );
}
