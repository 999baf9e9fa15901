import { Box, Button } from "@mantine/core";
import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { Notice } from "@/ui/feedback/states";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { DialogButtons, DialogFrame } from "./dialog-frame";

export interface ConfirmOptions {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "danger";
  /** Runs when the user confirms. The dialog stays open until the promise resolves. It shows errors. */
  readonly onConfirm?: () => Promise<void>;
  /** Returns null when the app reports the error globally. */
  readonly describeError?: (error: unknown) => Problem | null;
}

/** Resolves with true after the user has confirmed and `onConfirm` has finished. Otherwise resolves with false. */
export type Confirm = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** @throws Error outside of UiProvider */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a UiProvider above it.");
  return confirm;
}

interface ConfirmRequest {
  readonly id: number;
  readonly options: ConfirmOptions;
  readonly resolve: (isConfirmed: boolean) => void;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest | null>(null);
  const lastRequest = useRef<ConfirmRequest>(undefined);

  const confirm = useCallback<Confirm>((options) => {
    lastRequest.current?.resolve(false);
    return new Promise((resolve) => {
      lastRequest.current = { id: (lastRequest.current?.id ?? 0) + 1, options, resolve };
      setRequest(lastRequest.current);
    });
  }, []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {request && (
        <ConfirmDialog
          key={request.id}
          options={request.options}
          onAnswer={(isConfirmed) => {
            request.resolve(isConfirmed);
            setRequest((last) => (last === request ? null : last));
          }}
        />
      )}
    </ConfirmContext>
  );
}

const UNKNOWN_ERROR: Problem = {
  title: "Something went wrong",
  detail: "Try again.",
  canRetry: true,
};

interface ConfirmDialogProps {
  readonly options: ConfirmOptions;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

function ConfirmDialog({ options, onAnswer }: ConfirmDialogProps) {
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
