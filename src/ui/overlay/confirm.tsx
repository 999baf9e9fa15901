import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { useChunkLoadErrorToast } from "@/ui/feedback/toasts";
import type { ConfirmOptions } from "./confirm-options";
import { lazyOverlay } from "./lazy-overlay";
import { OverlayBoundary } from "./overlay-boundary";

/** Resolves with true after the user has confirmed and `onConfirm` has finished. Otherwise resolves with false. */
export type Confirm = (options: ConfirmOptions) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** @throws Error outside of UiProvider */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a UiProvider above it.");
  return confirm;
}

const ConfirmDialog = lazyOverlay(() => import("./confirm-dialog"), "ConfirmDialog");

interface ConfirmRequest {
  readonly id: number;
  readonly options: ConfirmOptions;
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  // The request stays set until the closing transition ends, so that the dialog can restore focus.
  // It is then cleared, because it would retain the dialog's opener, and an unmounted form that the
  // options may reference.
  const [request, setRequest] = useState<ConfirmRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const lastId = useRef(0);
  const resolveAnswer = useRef<(isConfirmed: boolean) => void>(undefined);

  const showChunkLoadError = useChunkLoadErrorToast();
  const confirm = useCallback<Confirm>((options) => {
    resolveAnswer.current?.(false);
    return new Promise((resolve) => {
      resolveAnswer.current = resolve;
      lastId.current += 1;
      setRequest({ id: lastId.current, options });
      setIsOpen(true);
    });
  }, []);

  const close = useCallback((isConfirmed: boolean) => {
    setIsOpen(false);
    resolveAnswer.current?.(isConfirmed);
    resolveAnswer.current = undefined;
  }, []);

  const clearRequest = useCallback((id: number) => {
    setRequest((last) => (last?.id === id ? null : last));
  }, []);

  // A dialog that fails to load counts as not confirmed.
  function handleLoadError() {
    close(false);
    setRequest(null);
    showChunkLoadError();
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {request && (
        <OverlayBoundary key={request.id} onError={handleLoadError}>
          <ConfirmDialog
            options={request.options}
            opened={isOpen}
            onAnswer={close}
            onExited={() => clearRequest(request.id)}
          />
        </OverlayBoundary>
      )}
    </ConfirmContext>
  );
}
