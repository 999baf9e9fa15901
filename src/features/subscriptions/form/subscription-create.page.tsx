import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { findLoaded } from "@/data/subscriptions/subscription-collections";
import { subscriptionMutations, subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { failureTitle } from "@/features/subscriptions/model/change-outcome-messages";
import {
  readId,
  readListFilters,
  writeListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import {
  duplicateOrigin,
  type FormOrigin,
  newOrigin,
  readPrefill,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toCreation } from "@/features/subscriptions/schema/subscription-requests";
import { useUndo } from "@/features/subscriptions/undo/use-subscription-undo";
import { useSubscriptionMoves } from "@/features/subscriptions/undo/use-trash-actions";
import { describeError } from "@/http/describe-error";
import { withoutUnseen } from "@/lib/text/invisible-characters";
import { formatInstant, localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useLeave } from "@/ui/form/use-close-drawer";
import { useNow } from "@/ui/hooks/use-now";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { SubscriptionFormDrawer } from "./subscription-form-drawer";

/** The form of a new delivery, empty or as a copy (`?from=12`), in a drawer over the list. */
export function SubscriptionCreatePage() {
  const { search } = useLocation();
  const from = readId(new URLSearchParams(search).get("from"));
  return from === null ? <CreateDrawer original={null} /> : <DuplicateDrawer key={from} id={from} />;
}

function DuplicateDrawer({ id }: { readonly id: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery(subscriptionQueries.detail(api, id));
  // What the list served is enough for a copy, also when the record itself cannot be read.
  const original = data ?? findLoaded(queries, api, id);

  if (original) return <CreateDrawer original={original} />;
  if (!error) return <ProgressLine active label="Loading the delivery to copy" />;
  const problem = describeError(error);
  return (
    <CreateDrawer
      original={null}
      remark={`Delivery ${id} could not be copied, so the form is empty. ${problem.title}. ${problem.detail}`}
    />
  );
}

/** What a delivery is called that is not made yet. */
function nameOf(typed: string): string {
  const title = withoutUnseen(typed).trim();
  return title === "" ? "the new delivery" : `“${title}”`;
}

interface CreateDrawerProps {
  /** The record to copy; null for an empty form. */
  readonly original: Subscription | null;
  readonly remark?: string;
}

function CreateDrawer({ original, remark }: CreateDrawerProps) {
  const api = useApi();
  const undo = useUndo();
  const now = useNow();
  const moves = useSubscriptionMoves();
  const { search } = useLocation();
  const { mutateAsync: create } = useMutation(subscriptionMutations.create(api));
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const list = `${paths.subscriptions(api.projectId)}${writeListFilters(readListFilters(parameters))}`;
  const leave = useLeave(list);
  const origin = useMemo(
    () =>
      original
        ? duplicateOrigin(original, localZone())
        : newOrigin(localZone(), now, readPrefill(parameters)),
    [original, parameters, now],
  );

  async function save(values: SubscriptionFormValues, started: FormOrigin) {
    const record = await create(toCreation(values, started));
    const next = record.next_delivery_date;
    undo.show(
      record.id,
      {
        tone: "positive",
        title: `Scheduled “${titleOf(record).text}”`,
        detail: next === null ? "Nothing further is planned." : `Next delivery: ${formatInstant(next)}.`,
      },
      moves.wayBackFromNew(record),
    );
  }

  return (
    <SubscriptionFormDrawer
      title={original ? `Duplicate of “${titleOf(original).text}”` : "New delivery"}
      submitLabel="Schedule and deliver"
      origin={origin}
      remark={remark && <Notice tone="warning">{remark}</Notice>}
      save={save}
      failedTitle={(error, { title }) => failureTitle(error, nameOf(title), "scheduled")}
      onLeave={(reason) => (reason === "saved" ? leave.to(list) : leave.back())}
    />
  );
}
