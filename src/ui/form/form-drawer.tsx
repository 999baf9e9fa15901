import { Button, Group, Stack } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { RetryCountdown } from "@/ui/feedback/time-stamp";
import { announce } from "@/ui/feedback/toasts";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { useConfirm } from "@/ui/overlay/confirm";
import { DrawerFrame } from "@/ui/overlay/drawer-frame";
import { DISCARD_CONFIRMATION, useUnsavedForm } from "@/ui/overlay/use-unsaved-changes";
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
