import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { describeError } from "@/api/describe-error";
import type { ExportedAsset } from "@/api/exports";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import {
  dismissExportRequest,
  type ExportRequest,
  listExportRequests,
  requestExports,
  stopWaiting,
  useExportRequests,
  waitForFailedRequests,
} from "@/data/exports/export-requests";
import { exportQueries, findCachedExport } from "@/data/exports/exports";
import type { ExportFormValues } from "@/features/exports/model/export-form-values";
import {
  createExportFormSchema,
  createNewExportOrigin,
  createRepeatExportOrigin,
  exportFormFieldFor,
} from "@/features/exports/model/export-form-values";
import { toExportCreations } from "@/features/exports/model/export-request-bodies";
import { EXPORT_WRITE_SCOPE, exportName } from "@/features/exports/model/export-rules";
import {
  describeFailedRequests,
  ExportRequestProgress,
  failedRequestsTitle,
  useExportCreatedToast,
} from "@/features/exports/requests/export-request-progress";
import type { Problem } from "@/lib/text/problem";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { formatListSearch, parseListSearchParams, parseRecordId } from "@/lib/url/url-state";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { FormDrawer, type SubmitResult, useResourceForm } from "@/ui/form/form-drawer";
import { useCloseDrawer } from "@/ui/hooks/use-edit-search-params";
import { ProgressLine } from "@/ui/primitives/status";
import { ExportFields } from "./export-fields";

/** Shows the form in a drawer over the list. `?from=12` prefills the form from export 12. */
export function ExportCreatePage() {
  const { search } = useLocation();
  const from = parseRecordId(new URLSearchParams(search).get("from"));
  return from === null ? <CreateDrawer original={null} /> : <RepeatDrawer key={from} id={from} />;
}

function RepeatDrawer({ id }: { readonly id: number }) {
  const api = useApi();
  const { data, error } = useQuery(exportQueries.detail(api, id));
  // The loaded list's copy is enough, even if the export has been deleted.
  const original = data ?? findCachedExport(api, id);

  // Once the user has started with a blank form, a late response must not replace their input.
  const [isBlankForm, setIsBlankForm] = useState(false);
  if (error && !original && !isBlankForm) setIsBlankForm(true);

  if (original && !isBlankForm) return <CreateDrawer original={original} />;
  if (!error) return <ProgressLine isActive label="Loading export" />;
  const problem = describeError(error);
  return (
    <CreateDrawer
      original={null}
      notice={`Couldn't load export ${id}. ${problem.title}. ${problem.detail}`}
    />
  );
}

interface CreateDrawerProps {
  /** The export to repeat, or null for an empty form. */
  readonly original: ExportedAsset | null;
  readonly notice?: string;
}

/** Shows the export form and the progress of its requests. Sent requests continue after the drawer closes. */
function CreateDrawer({ original, notice }: CreateDrawerProps) {
  const api = useApi();
  const parameters = new URLSearchParams(useLocation().search);
  const listUrl = `${paths.exports(api.projectId)}${formatListSearch(parseListSearchParams(parameters))}`;
  const leave = useCloseDrawer(listUrl);
  // Later changes are ignored, so that input isn't lost.
  const [origin] = useState(() =>
    original
      ? createRepeatExportOrigin(original, localZone())
      : createNewExportOrigin(localZone(), parameters),
  );
  const schema = useMemo(() => createExportFormSchema(origin), [origin]);
  const { form, drawer, submit, close, setTypedTag } = useResourceForm<ExportFormValues>({
    name: "export",
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    tagsField: "numbers",
    // Saved means that nothing is left to retry, or that the user stops waiting for responses.
    onLeave: (reason) => (reason === "saved" ? leave.goTo(listUrl) : leave.goBack()),
  });
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE);
  const [requestIds, setRequestIds] = useState<readonly string[]>([]);
  const requests = useExportRequests(api).filter(({ id }) => requestIds.includes(id));
  const reportLeftRequests = useLeftRequests();

  /**
   * Shows a server error at its field if the form shows that field. With several sources, only the
   * failed ones stay in the form. Returns the problem to show above the buttons.
   */
  function showFailure(failed: readonly ExportRequest[], count: number): Problem | null {
    // The form shows these failures, so they are removed from the list.
    for (const { id, state } of failed) if (state === "refused") dismissExportRequest(api, id);
    if (count > 1) form.setValue("numbers", sourceIdsOf(failed), { shouldDirty: true });
    const [first] = failed;
    const complaint = first?.fieldError;
    const field = complaint && exportFormFieldFor(complaint.field, form.getValues(), origin);
    if (complaint && field) {
      form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    }
    if (count > 1) return describeFailedRequests(failed, count);
    return field ? null : (first?.problem ?? null);
  }

  /** Closes the form. Cancels unsent requests. Sent requests continue, and the list shows their results. */
  function stopAndClose() {
    stopWaiting(api, requestIds);
    close("saved");
  }

  async function send(values: ExportFormValues, isLeft: () => boolean): Promise<SubmitResult> {
    const ids = requestExports(api, toExportCreations(values, origin));
    setRequestIds(ids);
    const failed = await waitForFailedRequests(api, ids);
    // With several sources, the form doesn't retry exports with an unknown outcome. The list offers to check them.
    const unsentRequests = ids.length > 1 ? failed.filter(({ state }) => state === "refused") : failed;
    if (isLeft()) {
      const draft = ids.length > 1 ? { ...values, numbers: sourceIdsOf(unsentRequests) } : values;
      return reportLeftRequests({ ids, failed, draft: unsentRequests.length === 0 ? null : draft });
    }
    setRequestIds([]);
    if (unsentRequests.length === 0) return "saved";
    return { title: failedRequestsTitle(failed), problem: showFailure(unsentRequests, ids.length) };
  }

  return (
    <FormDrawer
      title={original ? `Export “${exportName(original).text}” in another format` : "New export"}
      submitLabel="Create export"
      {...drawer}
      submitProgress={<ExportRequestProgress requests={requests} onStop={stopAndClose} />}
      submitDisabledReason={refusal && `${refusal} Your input is kept.`}
      onSubmit={() => submit(send)}
    >
      {notice && <Notice tone="warning">{notice}</Notice>}
      <ExportFields form={form} origin={origin} onIdsDraft={setTypedTag} />
    </FormDrawer>
  );
}

function sourceIdsOf(requests: readonly ExportRequest[]): string[] {
  const numbers = requests.map(({ body }) => body.dashboard ?? body.insight);
  return numbers.filter((id) => id != null).map(String);
}

/** Requests whose form was left before the response. */
interface LeftRequests {
  readonly ids: readonly string[];
  readonly failed: readonly ExportRequest[];
  /** Input to restore in the form. Null when nothing can be retried. */
  readonly draft: object | null;
}

/** Returns a function that shows the outcome of a closed form's requests in toasts. */
function useLeftRequests(): (requests: LeftRequests) => SubmitResult {
  const api = useApi();
  const navigate = useNavigate();
  const showCreatedToast = useExportCreatedToast(false);
  const listUrl = paths.exports(api.projectId);

  return ({ ids, failed, draft }) => {
    // Export pages already show the outcomes of all requests.
    if (location.pathname.startsWith(listUrl)) return "canceled";
    const created = listExportRequests(api).filter(({ id, state }) => state === "made" && ids.includes(id));
    if (created.length > 0) showCreatedToast(created);
    const [first] = failed;
    if (first === undefined) return "canceled";
    const title = failedRequestsTitle(failed);
    if (draft !== null) return { title, problem: first.problem, draft };
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
    return "canceled";
  };
}
