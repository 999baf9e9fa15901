import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";

export interface ConfirmOptions {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "danger";
  /** Runs while the dialog stays open. Errors are shown inside it. */
  readonly onConfirm?: () => Promise<void>;
  /** Null when the app reports the error globally. */
  readonly describeError?: (error: unknown) => Problem | null;
}
