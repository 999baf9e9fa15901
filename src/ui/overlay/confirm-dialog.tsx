import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./confirm-dialog.module.css";
import type { ConfirmOptions } from "./confirm-options";
import { DialogButtons, DialogFrame } from "./dialog-frame";

interface ConfirmDialogProps {
  readonly options: ConfirmOptions;
  readonly opened: boolean;
  readonly onAnswer: (agreed: boolean) => void;
  /** Called when it has left the screen. */
  readonly onClosed: () => void;
}

const UNKNOWN: Problem = {
  title: "That did not work",
  detail: "Nothing more is known. Try again.",
  canRetry: true,
};

/** The dialog behind `useConfirm`; loaded when the first question is asked. */
export function ConfirmDialog({ options, opened, onAnswer, onClosed }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const focusBack = useFocusBack();
  // Once it is taken away: its end of fading may come before it has left the page, while it still has the focus.
  useEffect(() => focusBack, [focusBack]);

  async function agree() {
    if (isRunning) return;
    if (!options.run) return onAnswer(true);
    setIsRunning(true);
    setProblem(null);
    try {
      await options.run();
    } catch (error) {
      setProblem(options.describeError ? options.describeError(error) : UNKNOWN);
      setIsRunning(false);
      return;
    }
    setIsRunning(false);
    onAnswer(true);
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={() => !isRunning && onAnswer(false)}
      onExitTransitionEnd={onClosed}
      title={options.title}
      size={440}
      // Above the messages, of which several reach the middle of the screen.
      yOffset="10dvh"
      zIndex={320}
      transitionProps={{ transition: "fade", duration: 100 }}
      overlayProps={{ color: "var(--ui-overlay)", backgroundOpacity: 1 }}
    >
      <div className={classes.body}>{options.body}</div>
      {problem && (
        <div className={classes.problem}>
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </div>
      )}
      <DialogButtons>
        <Button
          variant="default"
          data-disabled={isRunning}
          aria-disabled={isRunning}
          onClick={() => !isRunning && onAnswer(false)}
          data-autofocus
        >
          {options.cancelLabel ?? "Cancel"}
        </Button>
        <SendingButton
          {...(options.tone === "danger" ? { color: "red" } : {})}
          loading={isRunning}
          onClick={() => void agree()}
        >
          {options.confirmLabel}
        </SendingButton>
      </DialogButtons>
    </DialogFrame>
  );
}
