import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import {
  dismissExportRequest,
  type ExportRequest,
  listExportRequests,
  requestExports,
  stopWaitingForAll,
  useExportRequests,
  waitForFailedRequests,
} from "@/data/exports/export-requests";
import { createExportFormSchema } from "@/features/exports/model/export-form-schema";
import {
  type ExportFormOrigin,
  type ExportFormValues,
  exportFormFieldFor,
} from "@/features/exports/model/export-form-values";
import { toExportCreations } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE } from "@/features/exports/model/export-rules";
import {
  describeFailedRequests,
  failedRequestsTitle,
} from "@/features/exports/requests/export-request-messages";
import { ExportRequestProgress } from "@/features/exports/requests/export-request-progress";
import { useExportCreatedToast } from "@/features/exports/requests/use-export-request-toasts";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { toasts } from "@/ui/feedback/toasts";
import { type BackgroundSubmit, useBackgroundSubmit, useFormDraft } from "@/ui/form/form-draft";
import { FormDrawer } from "@/ui/form/form-drawer";
import { useUnsavedChanges } from "@/ui/overlay/use-unsaved-changes";
import { ExportFields } from "./export-fields";

interface ExportFormDrawerProps {
  readonly title: string;
  /** Initial values. Later changes to this prop are ignored, so that input isn't lost. */
  readonly origin: ExportFormOrigin;
  readonly notice?: ReactNode;
  /**
   * Called when the form closes. Must navigate to another page. The reason is "requested" when the
   * form has nothing left to retry, or when the user stops waiting for responses.
   */
  readonly onLeave: (reason: "requested" | "closed") => void;
}

/**
 * Shows the export form and the progress of its requests. Sent requests continue after the drawer
 * closes.
 */
export function ExportFormDrawer(props: ExportFormDrawerProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [origin] = useState(props.origin);
  const schema = useMemo(() => createExportFormSchema(origin), [origin]);
  const form = useForm<ExportFormValues>({
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    mode: "onTouched",
  });
  const { isDirty } = form.formState;
  const [idsDraft, setIdsDraft] = useState("");
  const isUnsaved = isDirty || idsDraft.trim() !== "";
  const guard = useUnsavedChanges(isUnsaved, true);
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const formDraft = useFormDraft("export", form, { field: "numbers", text: idsDraft }, setSubmitError);
  const backgroundSubmit = useBackgroundSubmit(formDraft);
  const [requestIds, setRequestIds] = useState<readonly string[]>([]);
  const requests = useExportRequests(queryClient, api).filter(({ id }) => requestIds.includes(id));
  const reportAbandonedRequests = useAbandonedRequests(backgroundSubmit);
  const isFormClosed = useRef(false);
  const isRequesting = useRef(false);
  const isSending = requestIds.length > 0;

  function closeForm(reason: "requested" | "closed") {
    isFormClosed.current = true;
    guard.allowNavigation();
    props.onLeave(reason);
  }

  /**
   * Shows a server error at its field if the form shows that field. With several sources, only the
   * failed ones stay in the form.
   */
  function showFailure(failed: readonly ExportRequest[], count: number) {
    // The form shows these failures, so they are removed from the list.
    for (const { id, state } of failed) if (state === "refused") dismissExportRequest(queryClient, id);
    if (count > 1) form.setValue("numbers", sourceIdsOf(failed), { shouldDirty: true });
    const complaint = failed[0]?.fieldError;
    const field = complaint && exportFormFieldFor(complaint.field, form.getValues(), origin);
    if (complaint && field) {
      form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    }
    if (count > 1 || !field) setSubmitError(summarizeProblems(failed, count));
  }

  /**
   * Closes the form. Cancels unsent requests. Sent requests continue, and the list shows their
   * results.
   */
  function stopWaiting() {
    stopWaitingForAll(queryClient, requests);
    closeForm("requested");
  }

  const submit = form.handleSubmit(async (values) => {
    // A second click can arrive before the button is disabled.
    if (isRequesting.current) return;
    isRequesting.current = true;
    setSubmitError(null);
    const ids = requestExports(queryClient, api, toExportCreations(values, origin));
    setRequestIds(ids);
    const failed = await waitForFailedRequests(queryClient, ids);
    isRequesting.current = false;
    // With several sources, the form doesn't retry exports with an unknown outcome. The list offers to check them.
    const unsentRequests = ids.length > 1 ? failed.filter(({ state }) => state === "refused") : failed;
    // If the form has been closed, for example with Back, a toast shows the outcome.
    if (isFormClosed.current || backgroundSubmit.isRouteUnmounted()) {
      const draft = ids.length > 1 ? { ...values, numbers: sourceIdsOf(unsentRequests) } : values;
      return reportAbandonedRequests({ ids, failed, draft: unsentRequests.length === 0 ? null : draft });
    }
    setRequestIds([]);
    if (unsentRequests.length === 0) closeForm("requested");
    else showFailure(unsentRequests, ids.length);
  });

  return (
    <FormDrawer
      title={props.title}
      submitLabel="Create export"
      loading={isSending}
      submitProgress={<ExportRequestProgress requests={requests} onStop={stopWaiting} />}
      submitError={submitError}
      submitDisabledReason={refusal && `${refusal} Your input is kept.`}
      isDirty={isUnsaved}
      onSubmit={(event) => void submit(event)}
      onClose={() => closeForm("closed")}
    >
      {props.notice}
      <ExportFields form={form} origin={origin} onIdsDraft={setIdsDraft} />
    </FormDrawer>
  );
}

function sourceIdsOf(requests: readonly ExportRequest[]): string[] {
  const numbers = requests.map(({ body }) => body.dashboard ?? body.insight);
  return numbers.filter((id) => id != null).map(String);
}

function summarizeProblems(failed: readonly ExportRequest[], count: number): Problem | null {
  const [first] = failed;
  if (count === 1 || first === undefined) return first?.problem ?? null;
  return describeFailedRequests(failed, count);
}

/** Outcome of requests whose form was closed before the response. */
interface AbandonedRequests {
  readonly ids: readonly string[];
  readonly failed: readonly ExportRequest[];
  /** Input to restore in the form. Null when nothing can be retried. */
  readonly draft: object | null;
}

/**
 * Returns a function that shows the outcome of a closed form's requests in toasts, unless an export
 * page is open.
 */
function useAbandonedRequests({
  notifyFailure: notify,
}: BackgroundSubmit): (requests: AbandonedRequests) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showCreatedToast = useExportCreatedToast(false);
  const listUrl = paths.exports(api.projectId);

  return ({ ids, failed, draft }) => {
    // Export pages already show the outcomes of all requests.
    if (location.pathname.startsWith(listUrl)) return;
    const created = listExportRequests(queryClient, api).filter(
      ({ id, state }) => state === "made" && ids.includes(id),
    );
    if (created.length > 0) showCreatedToast(created);
    const [first] = failed;
    if (first === undefined) return;
    const title = failedRequestsTitle(failed);
    if (draft !== null) return notify({ title, problem: first.problem, draft });
    toasts.show({
      tone: "danger",
      title,
      detail:
        failed.length === 1
          ? "It may have been created. Check the list."
          : "They may have been created. Check the list.",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "View exports", onSelect: () => void navigate(listUrl) },
    });
  };
}
