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
import { WaitLine } from "@/ui/feedback/retry-countdown";
import { Notice } from "@/ui/feedback/states";
import { usePageMark } from "@/ui/hooks/use-root-attribute";
import { useConfirm } from "@/ui/overlay/confirm";
import { DrawerFrame } from "@/ui/overlay/drawer-frame";
import { DISCARD } from "@/ui/overlay/use-unsaved-changes";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./form-drawer.module.css";

interface FormDrawerProps {
  readonly title: string;
  readonly submitLabel: string;
  /** While the form is being sent: the button spins and nothing can be sent twice. */
  readonly loading: boolean;
  /** What no single field is to blame for; stands above the buttons. */
  readonly submitError: Problem | null;
  /** Why it cannot be sent at all, as far as is known; what was typed stays. */
  readonly submitRefusal?: string | undefined;
  /** While it is being sent: how that goes. The drawer may then be closed, and the sending goes on without it. */
  readonly waiting?: ReactNode;
  /** Whether something was changed that is not saved yet: then closing asks first. */
  readonly dirty: boolean;
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
  const { title, submitLabel, loading, submitError, submitRefusal, waiting, aside } = props;
  const mayGo = mayGoMeanwhile(props);
  const announce = useAnnounce();
  const [isWaitOver, setIsWaitOver] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const askToClose = useAskToClose(props, form);
  usePageMark("data-has-form-drawer");

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (loading) return;
    if (submitRefusal !== undefined) return announce(submitRefusal);
    setIsWaitOver(false);
    props.onSubmit(event);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <DrawerFrame title={title} onClose={askToClose} size={aside === undefined ? 560 : 960}>
      <form
        ref={form}
        className={classes.form}
        data-form-drawer
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
      >
        <div className={classes.columns} data-aside={aside === undefined ? undefined : true}>
          <div ref={markFirstField} className={classes.fields}>
            {props.children}
          </div>
          {aside !== undefined && (
            <aside className={classes.aside}>
              <div className={classes.stays}>{aside}</div>
            </aside>
          )}
        </div>
        <div className={classes.footer}>
          {submitError && (
            <Notice tone="danger" title={submitError.title}>
              {submitError.detail}
            </Notice>
          )}
          {submitError?.waitUntil !== undefined && (
            <WaitLine
              until={submitError.waitUntil}
              over="It can be tried again now."
              onOver={() => setIsWaitOver(true)}
            />
          )}
          {loading && waiting}
          {submitRefusal !== undefined && !submitError && <Notice tone="warning">{submitRefusal}</Notice>}
          <div className={classes.buttons}>
            {/* Never really disabled: that would throw the focus out of the drawer. */}
            <Button
              variant="default"
              onClick={askToClose}
              data-disabled={loading && !mayGo}
              aria-disabled={loading && !mayGo}
            >
              {mayGo ? "Close, and go on" : "Cancel"}
            </Button>
            <ReasonButton type="submit" loading={loading} disabledReason={submitRefusal}>
              {submitError && isWaitOver ? "Try again" : submitLabel}
            </ReasonButton>
          </div>
        </div>
      </form>
    </DrawerFrame>
  );
}

const FIELD =
  "input:not([type=radio], :disabled), input:checked, select:not(:disabled), textarea:not(:disabled)";

/** Mantine focuses what is marked so; else it would be the close button. */
function markFirstField(fields: HTMLElement | null): void {
  fields?.querySelector(FIELD)?.setAttribute("data-autofocus", "true");
}

/** Whether the focus is in a dialog over this one: Escape is heard by both, and belongs to the upper one. */
function isCovered(form: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest("[role=dialog]");
  return dialog != null && !dialog.contains(form);
}

/** Whether it is being sent by something that does not need the drawer. */
function mayGoMeanwhile({ loading, waiting }: FormDrawerProps): boolean {
  return loading && waiting !== undefined;
}

function useAskToClose(props: FormDrawerProps, form: RefObject<HTMLFormElement | null>): () => void {
  const { dirty, loading, onClose } = props;
  const mayGo = mayGoMeanwhile(props);
  const confirm = useConfirm();
  const isAsking = useRef(false);

  async function ask() {
    // While it is sent nobody knows yet whether there is something to discard. While the question stands, Escape
    // belongs to the question, but the drawer hears it too.
    if ((loading && !mayGo) || isAsking.current || isCovered(form.current)) return;
    isAsking.current = true;
    const mayClose = !dirty || mayGo || (await confirm(DISCARD));
    setTimeout(() => {
      isAsking.current = false;
    });
    if (mayClose) onClose();
  }

  return () => void ask();
}
