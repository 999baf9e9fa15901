import { Box, Button } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { SubmitButton } from "@/ui/primitives/link-button";
import type { ConfirmDialogProps } from "./confirm";
import { DialogButtons, DialogFrame } from "./frames";

const UNKNOWN_ERROR: Problem = { title: "Something went wrong", detail: "Try again.", canRetry: true };

export function ConfirmDialog({ options, onAnswer }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

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
    onAnswer(true);
  }

  return (
    <DialogFrame
      onClose={() => !isRunning && onAnswer(false)}
      title={options.title}
      size={440}
      // Keeps clear of toasts, which can reach the middle of the screen.
      yOffset="10dvh"
      zIndex={320}
    >
      <Box c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {options.body}
      </Box>
      {problem && (
        <Box mt={14}>
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        </Box>
      )}
      <DialogButtons>
        <Button
          data-disabled={isRunning}
          aria-disabled={isRunning}
          onClick={() => !isRunning && onAnswer(false)}
          data-autofocus
        >
          {options.cancelLabel ?? "Cancel"}
        </Button>
        <SubmitButton
          variant="filled"
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
