import { Button, Group, Stack } from "@mantine/core";
import type { KeyboardEvent, ReactNode, SubmitEvent } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, Resolver, UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { RetryCountdown } from "@/ui/feedback/time-stamp";
import { announce, toasts } from "@/ui/feedback/toasts";
import { useIsUnmountedRoute } from "@/ui/hooks/use-edit-search-params";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { useConfirm } from "@/ui/overlay/confirm";
import { DrawerFrame } from "@/ui/overlay/frames";
import {
  DISCARD_CONFIRMATION,
  openForms,
  type RestoredDraft,
  takeDraft,
  useUnsavedChanges,
  useUnsavedForm,
} from "@/ui/overlay/use-unsaved-changes";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import classes from "./form-drawer.module.css";

/** Import it only from lazy pages, because it includes Mantine's Drawer. */
export function FormDrawer(props: {
  readonly title: string;
  readonly submitLabel: ReactNode;
  readonly secondaryAction?: ReactNode;
  /** Whether the form is being submitted. Shows a spinner and prevents a second submission. */
  readonly loading: boolean;
  readonly submitError: Problem | null;
  readonly submitDisabledReason?: string | undefined;
  /** Progress of the submission. If set, users can close the drawer during the submission. */
  readonly submitProgress?: ReactNode;
  /** Whether the form has unsaved changes. Closing then asks for confirmation. */
  readonly isDirty: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, submitLabel, loading, submitError, submitDisabledReason, submitProgress, aside } = props;
  const canLeave = loading && submitProgress !== undefined;
  const confirm = useConfirm();
  const [hasWaitEnded, setHasWaitEnded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isConfirming = useRef(false);
  useRootAttribute("data-has-form-drawer");
  useUnsavedForm(props.isDirty);

  async function requestClose() {
    // The input may already be saved, so it can't be discarded. Escape in an open confirmation also reaches the drawer.
    if ((loading && !canLeave) || isConfirming.current || isCovered(form.current)) return;
    isConfirming.current = true;
    const canClose = !props.isDirty || canLeave || (await confirm(DISCARD_CONFIRMATION));
    setTimeout(() => {
      isConfirming.current = false;
    });
    if (canClose) props.onClose();
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (loading) return;
    if (submitDisabledReason !== undefined) return announce(submitDisabledReason);
    setHasWaitEnded(false);
    props.onSubmit(event);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <DrawerFrame title={title} onClose={() => void requestClose()} size={aside === undefined ? 560 : 960}>
      <form
        ref={form}
        className={classes.form}
        data-form-drawer
        noValidate
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
      >
        <div className={classes.columns} data-aside={aside === undefined ? undefined : true}>
          <Stack ref={autofocusFirstField} gap={20} className={classes.fields ?? ""}>
            {props.children}
          </Stack>
          {aside !== undefined && (
            <aside className={classes.aside}>
              <div>{aside}</div>
            </aside>
          )}
        </div>
        <Stack gap="sm" className={classes.footer ?? ""}>
          {submitError && (
            <Notice tone="danger" title={submitError.title}>
              {submitError.detail}
            </Notice>
          )}
          {submitError?.retryAt !== undefined && (
            <RetryCountdown
              retryAt={submitError.retryAt}
              endMessage="You can try again now."
              onEnd={() => setHasWaitEnded(true)}
            />
          )}
          {loading && submitProgress}
          {submitDisabledReason !== undefined && !submitError && (
            <Notice tone="warning">{submitDisabledReason}</Notice>
          )}
          <Group justify="flex-end" gap="xs">
            {/* Not `disabled`, which would move focus out of the drawer. */}
            <Button
              // Submit labels change when a field loses focus. A click on Cancel would miss a button that moves.
              me="auto"
              onClick={() => void requestClose()}
              data-disabled={loading && !canLeave}
              aria-disabled={loading && !canLeave}
            >
              {canLeave ? "Continue in background" : "Cancel"}
            </Button>
            {props.secondaryAction}
            <ButtonWithDisabledReason
              variant="filled"
              type="submit"
              loading={loading}
              disabledReason={submitDisabledReason}
            >
              {submitError && hasWaitEnded ? "Try again" : submitLabel}
            </ButtonWithDisabledReason>
          </Group>
        </Stack>
      </form>
    </DrawerFrame>
  );
}

const FIELD_SELECTOR =
  "input:not([type=radio], :disabled), input:checked, select:not(:disabled), textarea:not(:disabled)";

/** Marks the first field for Mantine, which would otherwise focus the close button. */
function autofocusFirstField(fields: HTMLElement | null): void {
  fields?.querySelector(FIELD_SELECTOR)?.setAttribute("data-autofocus", "true");
}

/** Whether a dialog above this drawer has focus. Both receive Escape, but only the dialog should handle it. */
function isCovered(form: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest("[role=dialog]");
  return dialog != null && !dialog.contains(form);
}

interface SubmitFailure {
  /** Title of the toast, if the form was left. Must not claim more than is known about the outcome. */
  readonly title: string;
  /** Null when a field or the app shows the error. */
  readonly problem: Problem | null;
  /** Input that the toast restores. Defaults to everything that was sent. */
  readonly draft?: object | undefined;
}

/** `canceled`: the user returned to the form, or has left it and needs no toast. */
export type SubmitResult = "saved" | "canceled" | SubmitFailure;

interface FormBaseline<Values> {
  /** Returns the initial values as JSON-compatible data. Null for the form of a new record. */
  readonly read: () => unknown;
  /** Changed fields get the stored initial values, others the current ones. Null if the stored ones are unusable. */
  readonly restore: (stored: unknown, changedFields: readonly string[]) => Values | null;
}

interface ResourceFormOptions<Values extends FieldValues> {
  readonly name: string;
  readonly defaultValues: DefaultValues<Values>;
  readonly resolver: Resolver<Values>;
  readonly mode?: "onTouched" | "onSubmit";
  /** A field of tags. Text that was typed but not added counts as a change, and becomes an item of the draft. */
  readonly tagsField: Path<Values>;
  /** Prevents a restored form from overwriting changes that someone else has saved. */
  readonly baseline?: FormBaseline<Values>;
  /** Called after saving, and on close. Must navigate to another page. */
  readonly onLeave: (reason: "saved" | "closed") => void;
}

/** Manages a form in a drawer: its draft, its confirmation, and its submission, which continues after it is left. */
export function useResourceForm<Values extends FieldValues>(options: ResourceFormOptions<Values>) {
  const { defaultValues, resolver, mode = "onTouched", onLeave } = options;
  const form = useForm<Values>({ defaultValues, resolver, mode });
  const { isDirty } = form.formState;
  // Not while the values are validated: fields with an error take the focus, which disabled ones can't.
  const [isLoading, setIsLoading] = useState(false);
  const [typedTag, setTypedTag] = useState("");
  const isUnsaved = isDirty || typedTag.trim() !== "";
  const allowNavigation = useUnsavedChanges(isUnsaved, true);
  const [submitError, setSubmitError] = useState<Problem | null>(null);
  const draft = useFormDraft(form, typedTag, options, setSubmitError);
  const isUnmounted = useIsUnmountedRoute();
  const isClosed = useRef(false);
  const isSending = useRef(false);
  const isLeft = () => isClosed.current || isUnmounted();

  function close(reason: "saved" | "closed") {
    isClosed.current = true;
    allowNavigation();
    onLeave(reason);
  }

  function notifyFailure({ title, problem, draft: restored }: SubmitFailure, input: unknown) {
    toasts.show({
      tone: "danger",
      title,
      detail: formatDetail(title, problem),
      durationMs: Number.POSITIVE_INFINITY,
      action: {
        label: "Reopen form",
        onSelect: () => draft.reopen({ draft: restored ?? input, problem }),
      },
    });
  }

  /** Sends valid values once. `isLeft` returns whether the form was left. Then a toast shows the failure. */
  const submit = (send: (values: Values, isLeft: () => boolean) => Promise<SubmitResult>) =>
    void form.handleSubmit(async (values) => {
      // A second click may come before the button is disabled.
      if (isSending.current) return;
      isSending.current = true;
      setIsLoading(true);
      setSubmitError(null);
      const input = draft.read();
      const result = await send(values, isLeft).finally(() => {
        isSending.current = false;
        setIsLoading(false);
      });
      if (result === "canceled") return;
      if (result === "saved") close("saved");
      else if (isLeft()) notifyFailure(result, input);
      else setSubmitError(result.problem);
    })();

  const drawer = {
    loading: isLoading,
    submitError,
    isDirty: isUnsaved,
    onClose: () => close("closed"),
  };
  return {
    form,
    drawer,
    submit,
    close,
    /** Call it with text in the field of tags that isn't an item yet. */
    setTypedTag,
  };
}

function formatDetail(title: string, problem: Problem | null): string {
  if (problem === null) return "Your input is kept.";
  return problem.title === title ? problem.detail : `${problem.title}. ${problem.detail}`;
}

const BASELINE_KEY = "$baseline";

function isSameKind(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && (a === null) === (b === null);
}

/** Drafts of closed forms, which are being opened again. */
const pendingDrafts = new Map<string, RestoredDraft>();

/** Preserves changed fields across a page reload, and after a failure that came when the form was closed. */
function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  typedTag: string,
  { name: formName, tagsField, baseline }: ResourceFormOptions<Values>,
  showProblem: (problem: Problem) => void,
) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The URL identifies the form, because it stays the same after a reload.
  const address = `${pathname}${search}`;
  const name = `${address} ${formName}`;
  const dirtyFields: Readonly<Record<string, unknown>> = form.formState.dirtyFields;

  function read(): unknown {
    const values: Readonly<Record<string, unknown>> = form.getValues();
    const changedFields = Object.entries(values).filter(([field]) =>
      JSON.stringify(dirtyFields[field])?.includes("true"),
    );
    const tags = values[tagsField];
    if (typedTag.trim() !== "" && Array.isArray(tags))
      changedFields.push([tagsField, [...tags, typedTag.trim()]]);
    if (changedFields.length === 0) return null;
    const start = baseline?.read() ?? null;
    return Object.fromEntries(start === null ? changedFields : [...changedFields, [BASELINE_KEY, start]]);
  }

  function fill({ draft, problem }: RestoredDraft): void {
    if (problem !== null) showProblem(problem);
    if (typeof draft !== "object" || draft === null) return;
    const changedFields = Object.keys(draft).filter((field) => field !== BASELINE_KEY);
    const initial = baseline?.restore(Reflect.get(draft, BASELINE_KEY), changedFields);
    if (initial) form.reset(initial);
    const values = form.getValues();
    // An older version of the app may have stored other fields or kinds of values.
    const compatibleFields = Object.entries(draft).filter(([field, value]) =>
      isSameKind(values[field], value),
    );
    form.reset({ ...values, ...Object.fromEntries(compatibleFields) }, { keepDefaultValues: true });
  }

  const readLatest = useEffectEvent(read);
  const fillLatest = useEffectEvent(fill);
  useEffect(() => {
    const stored = takeDraft(name);
    const pending = pendingDrafts.get(name);
    pendingDrafts.delete(name);
    if (pending !== undefined) fillLatest(pending);
    else if (stored !== null) {
      fillLatest({ draft: stored, problem: null });
      toasts.show({
        title: "Your input was restored",
        detail: "The page was reloaded.",
      });
    }
    openForms.set(name, { read: () => readLatest(), fill: (restored) => fillLatest(restored) });
    return () => void openForms.delete(name);
  }, [name]);

  return {
    read: () => openForms.get(name)?.read() ?? null,
    /** Fills the form, which opens first if the user has closed it. */
    reopen(restored: RestoredDraft) {
      const openForm = openForms.get(name);
      if (openForm !== undefined) return openForm.fill(restored);
      pendingDrafts.set(name, restored);
      void navigate(address);
    },
  };
}
