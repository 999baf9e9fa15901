import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import {
  dismissMaking,
  failedMakings,
  type Making,
  makeExports,
  stopWaitingForAll,
  useMakings,
} from "@/data/exports/export-requests";
import { exportFormSchema } from "@/features/exports/model/export-form-schema";
import {
  type ExportFormValues,
  type FormOrigin,
  formFieldOf,
} from "@/features/exports/model/export-form-values";
import { toCreations } from "@/features/exports/model/export-request-bodies";
import { requestName, WRITE_SCOPE } from "@/features/exports/model/export-rules";
import { MakingWait } from "@/features/exports/requests/export-request-progress";
import { useLeftMakings } from "@/features/exports/requests/use-abandoned-requests";
import { formatCount, plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer } from "@/ui/form/form-drawer";
import { useLeftForm } from "@/ui/form/use-background-submit";
import { useKeptForm } from "@/ui/form/use-form-draft";
import { useUnsavedGuard } from "@/ui/overlay/use-unsaved-changes";
import { ExportFields } from "./export-fields";

interface ExportFormDrawerProps {
  readonly title: string;
  /** Where the form starts; a later one is not taken over, so that nothing typed is lost. */
  readonly origin: FormOrigin;
  /** Above the fields. */
  readonly remark?: ReactNode;
  /** Called once everything is asked for, and when the person closes; navigates away. */
  readonly onLeave: (reason: "asked" | "closed") => void;
}

/** The form of a new export in its drawer. What it sends lives beside the pages: the drawer only waits for it. */
export function ExportFormDrawer(props: ExportFormDrawerProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [origin] = useState(props.origin);
  const schema = useMemo(() => exportFormSchema(origin), [origin]);
  const form = useForm<ExportFormValues>({
    defaultValues: origin.values,
    resolver: zodResolver(schema),
    mode: "onTouched",
  });
  const { isDirty } = form.formState;
  const [numberDraft, setNumberDraft] = useState("");
  const isUnsaved = isDirty || numberDraft.trim() !== "";
  const guard = useUnsavedGuard(isUnsaved, true);
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const kept = useKeptForm("export", form, { field: "numbers", text: numberDraft }, setSubmitError);
  const behind = useLeftForm(kept);
  const [sent, setSent] = useState<readonly string[]>([]);
  const makings = useMakings(queries, api).filter(({ id }) => sent.includes(id));
  const tellLeft = useLeftMakings(behind);
  const isClosed = useRef(false);
  const isAsking = useRef(false);
  const isSending = sent.length > 0;

  function leave(reason: "asked" | "closed") {
    isClosed.current = true;
    guard.release();
    props.onLeave(reason);
  }

  /** A complaint about a field that can be seen stands there. Of several sources, those that failed stay in the form. */
  function showFailure(failed: readonly Making[], count: number) {
    // What is said here need not be said in the list.
    for (const { id, state } of failed) if (state === "refused") dismissMaking(queries, id);
    if (count > 1) form.setValue("numbers", numbersOf(failed), { shouldDirty: true });
    const complaint = failed[0]?.complaint;
    const field = complaint && formFieldOf(complaint.field, form.getValues(), origin);
    if (complaint && field) {
      form.setError(field, { type: "server", message: complaint.message }, { shouldFocus: true });
    }
    if (count > 1 || !field) setSubmitError(problemOf(failed, count));
  }

  /** What is not awaited any more is still made: the list tells. */
  function stop() {
    stopWaitingForAll(queries, makings);
    leave("asked");
  }

  const submit = form.handleSubmit(async (values) => {
    // Two quick clicks come before the first one has disabled the button.
    if (isAsking.current) return;
    isAsking.current = true;
    setSubmitError(null);
    const ids = makeExports(queries, api, toCreations(values, origin));
    setSent(ids);
    const failed = await failedMakings(queries, ids);
    isAsking.current = false;
    // Of several, what may be made all the same is not to be sent once more from here: the list asks about it.
    const left = ids.length > 1 ? failed.filter(({ state }) => state === "refused") : failed;
    // Also by the browser's own Back: what comes of it is told wherever the person is by then.
    if (isClosed.current || behind.hasLeft()) {
      const draft = ids.length > 1 ? { ...values, numbers: numbersOf(left) } : values;
      return tellLeft({ ids, failed, draft: left.length === 0 ? null : draft });
    }
    setSent([]);
    if (left.length === 0) leave("asked");
    else showFailure(left, ids.length);
  });

  return (
    <FormDrawer
      title={props.title}
      submitLabel="Make the export"
      loading={isSending}
      waiting={<MakingWait makings={makings} onStop={stop} />}
      submitError={submitError}
      submitRefusal={refusal && `${refusal} What you typed stays here, but cannot be sent with this key.`}
      dirty={isUnsaved}
      onSubmit={(event) => void submit(event)}
      onClose={() => leave("closed")}
    >
      {props.remark}
      <ExportFields form={form} origin={origin} onNumberDraft={setNumberDraft} />
    </FormDrawer>
  );
}

/** The sources of several, as the form has them. */
function numbersOf(makings: readonly Making[]): string[] {
  const numbers = makings.map(({ body }) => body.dashboard ?? body.insight);
  return numbers.filter((id) => id != null).map(String);
}

function problemOf(failed: readonly Making[], count: number): Problem | null {
  const [first] = failed;
  if (count === 1 || first === undefined) return first?.problem ?? null;
  const words = failed.map(({ body, problem }) => `${requestName(body)}: ${problem?.detail ?? ""}`);
  return {
    title: `${formatCount(failed.length)} of ${plural(count, "export", "exports")} could not be asked for`,
    detail: `${words.join(" ")} The others are on their way; those that failed are left in the form.`,
    canRetry: true,
  };
}
