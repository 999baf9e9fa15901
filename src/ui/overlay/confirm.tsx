import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { showChunkLoadError } from "@/ui/feedback/toasts";
import { lazyOverlay, OverlayBoundary } from "./lazy-overlay";

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

export interface ConfirmDialogProps {
  readonly options: ConfirmOptions;
  readonly onAnswer: (isConfirmed: boolean) => void;
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

// Loaded with the first confirmation, because Mantine's Modal is large.
const ConfirmDialog = lazyOverlay(() => import("./confirm-dialog"), "ConfirmDialog");

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

  function answer(answered: ConfirmRequest, isConfirmed: boolean) {
    answered.resolve(isConfirmed);
    setRequest((last) => (last === answered ? null : last));
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {request && (
        <OverlayBoundary
          key={request.id}
          // A dialog that fails to load counts as not confirmed.
          onError={() => {
            answer(request, false);
            showChunkLoadError();
          }}
        >
          <ConfirmDialog options={request.options} onAnswer={(isConfirmed) => answer(request, isConfirmed)} />
        </OverlayBoundary>
      )}
    </ConfirmContext>
  );
}
