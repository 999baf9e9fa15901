import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { describeError } from "@/api/describe-error";
import type { Subscription, SubscriptionCreation } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { currentSendingRules, recordCapabilities, useCapabilities } from "@/data/capabilities/capabilities";
import { creationWarning, getSendMode } from "@/data/subscriptions/save-effect-messages";
import { changeFailureTitle, subscriptionMutations } from "@/data/subscriptions/subscription-mutations";
import {
  findCachedSubscription,
  subscriptionQueries,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import {
  createDuplicateOrigin,
  createNewSubscriptionOrigin,
  parsePrefill,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { toSubscriptionCreation } from "@/features/subscriptions/schema/subscription-requests";
import { useTrashActions } from "@/features/subscriptions/undo/use-trash-actions";
import { stripInvisible, upperFirst } from "@/lib/text/normalize-text";
import { formatInstant, localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { parseRecordId } from "@/lib/url/url-state";
import { Notice } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { toasts } from "@/ui/feedback/toasts";
import { useCloseDrawer, useIsUnmountedRoute } from "@/ui/hooks/use-edit-search-params";
import { useConfirm } from "@/ui/overlay/confirm";
import { ProgressLine } from "@/ui/primitives/status";
import type { SaveOptions, SaveResult } from "./subscription-form-drawer";
import { SaveInterruption, SubscriptionFormDrawer } from "./subscription-form-drawer";

/** Form in a drawer over the list, either empty or with a copy of the subscription in `?from=12`. */
export function SubscriptionCreatePage() {
  const { search } = useLocation();
  const from = parseRecordId(new URLSearchParams(search).get("from"));
  return from === null ? <CreateDrawer original={null} /> : <DuplicateDrawer key={from} id={from} />;
}

function DuplicateDrawer({ id }: { readonly id: number }) {
  const api = useApi();
  const { data, error } = useQuery(subscriptionQueries.detail(api, id));
  // Uses the list's copy until the record has loaded, or if loading fails.
  const original = data ?? findCachedSubscription(api, id);

  if (original) return <CreateDrawer original={original} />;
  if (!error) return <ProgressLine isActive label="Loading subscription" />;
  const problem = describeError(error);
  return (
    <CreateDrawer
      original={null}
      notice={`Couldn't duplicate subscription ${id}. ${problem.title}. ${problem.detail}`}
    />
  );
}

function quotedTitle(typed: string): string {
  const title = stripInvisible(typed).trim();
  return title === "" ? "the new subscription" : `“${title}”`;
}

interface CreateDrawerProps {
  /** The record to copy, or null for an empty form. */
  readonly original: Subscription | null;
  readonly notice?: string;
}

function CreateDrawer({ original, notice }: CreateDrawerProps) {
  const api = useApi();
  const known = useCapabilities();
  // The record may prove capabilities that aren't stored yet.
  const capabilities = useMemo(() => (original ? recordCapabilities(original) : known), [known, original]);
  const now = useNow();
  const trashActions = useTrashActions();
  const { search } = useLocation();
  const confirm = useConfirm();
  const isRouteUnmounted = useIsUnmountedRoute();
  const { mutateAsync: create } = useMutation(subscriptionMutations.create(api));
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const listUrl = `${paths.subscriptions(api.projectId)}${formatSubscriptionListFilters(parseSubscriptionListFilters(parameters))}`;
  const closeForm = useCloseDrawer(listUrl);
  const origin = useMemo(
    () =>
      original
        ? createDuplicateOrigin(original, localZone())
        : createNewSubscriptionOrigin(localZone(), now, parsePrefill(parameters)),
    [original, parameters, now],
  );

  /**
   * Prevents a second attempt from creating a duplicate. Resolves with null if the request can be
   * sent, or otherwise with the result of the save. Rejects with a SaveInterruption if the earlier
   * subscription differs, or if the form has been closed.
   */
  async function resolveEarlierAttempt(
    body: SubscriptionCreation,
    subject: string,
  ): Promise<SaveResult | null> {
    const { checkEarlierCreation } = await import("@/data/reconcile/check-earlier-creation");
    const earlier = await checkEarlierCreation(api, body);
    if (earlier === null) return null;
    if (earlier.id !== null) {
      if (!earlier.isIdentical)
        throw new SaveInterruption({
          title: "An earlier attempt succeeded",
          detail: `It created subscription ${earlier.id} with your previous values. Edit that subscription, or submit again to create another.`,
          canRetry: true,
        });
      toasts.show({
        title: `${upperFirst(subject)} was already created`,
        detail: "An earlier attempt succeeded. No duplicate was created.",
      });
      return "saved";
    }
    const reason = earlier.reason === null ? "" : ` ${earlier.reason.replace("Can't verify. ", "")}`;
    const question = {
      title: `Create ${subject} again?`,
      body: `An earlier attempt may have created it.${reason}`,
      confirmLabel: "Create anyway",
    };
    if (isRouteUnmounted()) {
      throw new SaveInterruption({ title: question.title, detail: question.body, canRetry: true });
    }
    return (await confirm(question)) ? null : "canceled";
  }

  async function pointOutCopy(record: Subscription): Promise<void> {
    const { findCopy } = await import("@/data/reconcile/check-earlier-creation");
    const copy = await findCopy(api, record);
    if (copy === null) return;
    toasts.show({
      title: `“${subscriptionTitle(record).text}” was created twice`,
      detail: `Subscription ${copy.id} has the same content and was created at the same time, so each delivery would be sent twice.`,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Delete the copy", onSelect: () => void trashActions.remove(copy) },
    });
  }

  async function save(
    values: SubscriptionFormValues,
    started: SubscriptionFormOrigin,
    { sendsNow }: SaveOptions,
  ): Promise<SaveResult> {
    const body = toSubscriptionCreation(values, started);
    const resolved = await resolveEarlierAttempt(body, quotedTitle(values.title));
    if (resolved !== null) return resolved;
    const { acceptsSendTestNow } = started.capabilities;
    const rules = { ...currentSendingRules(api), acceptsSendTestNow };
    const record = await create(acceptsSendTestNow ? { ...body, send_test_now: sendsNow } : body);
    const next = record.next_delivery_date;
    const details = [
      // Without the field, the button announces the delivery.
      acceptsSendTestNow && !sendsNow && creationWarning(body, getSendMode(rules)),
      next === null && "No deliveries are scheduled.",
      next && `Next delivery: ${formatInstant(next)}.`,
    ].filter(Boolean);
    trashActions.showCreation(record, {
      tone: "positive",
      title: `Created “${subscriptionTitle(record).text}”`,
      detail: details.join(" "),
    });
    void pointOutCopy(record);
    return "saved";
  }

  return (
    <SubscriptionFormDrawer
      title={original ? `Duplicate of “${subscriptionTitle(original).text}”` : "New subscription"}
      capabilities={capabilities}
      origin={origin}
      notice={notice && <Notice tone="warning">{notice}</Notice>}
      save={save}
      failedTitle={(error, { title }) =>
        error instanceof SaveInterruption
          ? error.problem.title
          : changeFailureTitle(error, quotedTitle(title), "created")
      }
      onLeave={(reason) => (reason === "saved" ? closeForm.goTo(listUrl) : closeForm.goBack())}
    />
  );
}
