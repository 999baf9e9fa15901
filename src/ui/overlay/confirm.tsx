import { createContext, type ReactNode, Suspense, use, useCallback, useRef, useState } from "react";
import { useMissingCode } from "@/ui/feedback/chunk-load-error";
import { lazyPage } from "@/ui/hooks/lazy-page";
import type { ConfirmOptions } from "./confirm-options";
import { OverlayBoundary } from "./overlay-boundary";

/** Asks; true when the person agreed (and `run` is through), false when they did not. */
export type Confirm = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** The function that asks. Throws outside of UiProvider. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a UiProvider above it.");
  return confirm;
}

const { Component: ConfirmDialog } = lazyPage(() => import("./confirm-dialog"), "ConfirmDialog");

interface Question {
  readonly id: number;
  readonly options: ConfirmOptions;
}

/** Holds the one confirm dialog of the app. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  // The last question stays rendered while its dialog closes, so that it can give the focus back; not longer, since it
  // holds on to what had the focus, and with that to a whole form that may have left the page.
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const asked = useRef(0);
  const answer = useRef<(agreed: boolean) => void>(undefined);

  const sayMissing = useMissingCode();
  const confirm = useCallback<Confirm>((options) => {
    answer.current?.(false);
    return new Promise((resolve) => {
      answer.current = resolve;
      asked.current += 1;
      setQuestion({ id: asked.current, options });
      setIsOpen(true);
    });
  }, []);

  const close = useCallback((agreed: boolean) => {
    setIsOpen(false);
    answer.current?.(agreed);
    answer.current = undefined;
  }, []);

  const forget = useCallback((id: number) => {
    setQuestion((last) => (last?.id === id ? null : last));
  }, []);

  // Nothing is done that was not agreed to.
  function giveUp() {
    close(false);
    setQuestion(null);
    sayMissing();
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <OverlayBoundary key={question.id} onFail={giveUp}>
          <Suspense fallback={null}>
            <ConfirmDialog
              options={question.options}
              opened={isOpen}
              onAnswer={close}
              onClosed={() => forget(question.id)}
            />
          </Suspense>
        </OverlayBoundary>
      )}
    </ConfirmContext>
  );
}
