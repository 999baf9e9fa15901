import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./confirm-dialog.module.css";
import type { ConfirmOptions } from "./confirm-options";
import { DialogButtons, DialogFrame } from "./dialog-frame";

interface ConfirmDialogProps {
  readonly options: ConfirmOptions;
  readonly opened: boolean;
  readonly onAnswer: (isConfirmed: boolean) => void;
  /** Called after the closing transition. */
  readonly onExited: () => void;
}

const UNKNOWN_ERROR: Problem = {
  title: "Something went wrong",
  detail: "Try again.",
  canRetry: true,
};

/** The dialog of `useConfirm`. Its code loads with the first confirmation. */
export function ConfirmDialog({ options, opened, onAnswer, onExited }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const restoreFocus = useRestoreFocus();
  // Restores focus on unmount, because the dialog may still have focus when the transition ends.
  useEffect(() => restoreFocus, [restoreFocus]);

  async function handleConfirm() {
    if (isRunning) return;
    if (!options.onConfirm) return onAnswer(true);
    setIsRunning(true);
    setProblem(null);
    try {
      await options.onConfirm();
    } catch (error) {
      setProblem(options.describeError ? options.describeError(error) : UNKNOWN_ERROR);
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
      onExitTransitionEnd={onExited}
      title={options.title}
      size={440}
      // Keeps clear of toasts, which can reach the middle of the screen.
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
        <SubmitButton
          {...(options.tone === "danger" ? { color: "red" } : {})}
          loading={isRunning}
          onClick={() => void handleConfirm()}
        >
          {options.confirmLabel}
        </SubmitButton>
      </DialogButtons>
    </DialogFrame>
  );
}
