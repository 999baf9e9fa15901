import { Button } from "@mantine/core";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useRef,
  useState,
} from "react";
import type { Problem } from "@/lib/text/problem";
import { useAnnounce } from "@/ui/feedback/announcer";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import { useRootAttribute } from "@/ui/hooks/use-root-attribute";
import { useConfirm } from "@/ui/overlay/confirm";
import { DrawerFrame } from "@/ui/overlay/drawer-frame";
import { DISCARD_CONFIRMATION } from "@/ui/overlay/use-unsaved-changes";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./form-drawer.module.css";

interface FormDrawerProps {
  readonly title: string;
  readonly submitLabel: string;
  /** While the form is being sent: the button spins and nothing can be sent twice. */
  readonly loading: boolean;
  /** What no single field is to blame for; stands above the buttons. */
  readonly submitError: Problem | null;
  /** Why it cannot be sent at all, as far as is known; what was typed stays. */
  readonly submitDisabledReason?: string | undefined;
  /** While it is being sent: how that goes. The drawer may then be closed, and the sending goes on without it. */
  readonly submitProgress?: ReactNode;
  /** Whether something was changed that is not saved yet: then closing asks first. */
  readonly isDirty: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Called once the person may leave. Release the unsaved guard here, before navigating. */
  readonly onClose: () => void;
  /** Beside the fields on wide screens, below them on a phone. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A form on the right edge, full screen on a phone. Import it from lazily loaded pages only: it brings Mantine's Drawer.
 * It is open as long as it is rendered.
 */
export function FormDrawer(props: FormDrawerProps) {
  const { title, submitLabel, loading, submitError, submitDisabledReason, submitProgress, aside } = props;
  const canLeave = canLeaveWhileSubmitting(props);
  const announce = useAnnounce();
  const [hasWaitEnded, setHasWaitEnded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const requestClose = useRequestClose(props, form);
  useRootAttribute("data-has-form-drawer");

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
    <DrawerFrame title={title} onClose={requestClose} size={aside === undefined ? 560 : 960}>
      <form
        ref={form}
        className={classes.form}
        data-form-drawer
        noValidate
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
      >
        <div className={classes.columns} data-aside={aside === undefined ? undefined : true}>
          <div ref={autofocusFirstField} className={classes.fields}>
            {props.children}
          </div>
          {aside !== undefined && (
            <aside className={classes.aside}>
              <div className={classes.sticky}>{aside}</div>
            </aside>
          )}
        </div>
        <div className={classes.footer}>
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
          <div className={classes.buttons}>
            {/* Never really disabled: that would throw the focus out of the drawer. */}
            <Button
              variant="default"
              onClick={requestClose}
              data-disabled={loading && !canLeave}
              aria-disabled={loading && !canLeave}
            >
              {canLeave ? "Continue in background" : "Cancel"}
            </Button>
            <ButtonWithDisabledReason type="submit" loading={loading} disabledReason={submitDisabledReason}>
              {submitError && hasWaitEnded ? "Try again" : submitLabel}
            </ButtonWithDisabledReason>
          </div>
        </div>
      </form>
    </DrawerFrame>
  );
}

const FIELD_SELECTOR =
  "input:not([type=radio], :disabled), input:checked, select:not(:disabled), textarea:not(:disabled)";

/** Mantine focuses what is marked so; else it would be the close button. */
function autofocusFirstField(fields: HTMLElement | null): void {
  fields?.querySelector(FIELD_SELECTOR)?.setAttribute("data-autofocus", "true");
}

/** Whether the focus is in a dialog over this one: Escape is heard by both, and belongs to the upper one. */
function isCovered(form: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest("[role=dialog]");
  return dialog != null && !dialog.contains(form);
}

/** Whether it is being sent by something that does not need the drawer. */
function canLeaveWhileSubmitting({ loading, submitProgress }: FormDrawerProps): boolean {
  return loading && submitProgress !== undefined;
}

function useRequestClose(props: FormDrawerProps, form: RefObject<HTMLFormElement | null>): () => void {
  const { isDirty, loading, onClose } = props;
  const canLeave = canLeaveWhileSubmitting(props);
  const confirm = useConfirm();
  const isConfirming = useRef(false);

  async function confirmClose() {
    // While it is sent nobody knows yet whether there is something to discard. While the question stands, Escape
    // belongs to the question, but the drawer hears it too.
    if ((loading && !canLeave) || isConfirming.current || isCovered(form.current)) return;
    isConfirming.current = true;
    const canClose = !isDirty || canLeave || (await confirm(DISCARD_CONFIRMATION));
    setTimeout(() => {
      isConfirming.current = false;
    });
    if (canClose) onClose();
  }

  return () => void confirmClose();
}
