import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useApi } from "@/data/api-context";
import {
  dismissMaking,
  failedMakings,
  type Making,
  makeExports,
  stopWaitingForAll,
  useMakings,
} from "@/data/export-making";
import { useScopeRefusal } from "@/data/signals";
import { formatCount, plural } from "@/lib/numbers";
import type { Problem } from "@/lib/problem";
import { FormDrawer } from "@/ui/form-drawer";
import { useKeptForm } from "@/ui/kept-form";
import { useUnsavedGuard } from "@/ui/unsaved-guard";
import { useHasLeft } from "@/ui/use-has-left";
import { ExportFields } from "./export-fields";
import { exportFormSchema } from "./export-form";
import { type ExportFormValues, type FormOrigin, formFieldOf } from "./export-form-values";
import { toCreations } from "./export-requests";
import { requestName, WRITE_SCOPE } from "./export-rules";
import { MakingWait } from "./making-wait";

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
  const [draft, setDraft] = useState("");
  const isUnsaved = isDirty || draft.trim() !== "";
  const guard = useUnsavedGuard(isUnsaved, true);
  useKeptForm("export", form, { field: "numbers", text: draft });
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const [sent, setSent] = useState<readonly string[]>([]);
  const makings = useMakings(queries, api).filter(({ id }) => sent.includes(id));
  const hasLeft = useHasLeft();
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
    const numbers = failed.map(({ body }) => body.dashboard ?? body.insight).filter((id) => id != null);
    if (count > 1) form.setValue("numbers", numbers.map(String), { shouldDirty: true });
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
    // Also by the browser's own Back: what comes of it is the list's to tell, wherever the person is by then.
    if (isClosed.current || hasLeft()) return;
    setSent([]);
    // Of several, what may be made all the same is not to be sent once more from here: the list asks about it.
    const left = ids.length > 1 ? failed.filter(({ state }) => state === "refused") : failed;
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
      <ExportFields form={form} origin={origin} onNumberDraft={setDraft} />
    </FormDrawer>
  );
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
