import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";

export interface ConfirmOptions {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "danger";
  /**
   * Runs when the user confirms. The dialog stays open until the promise resolves. It shows errors.
   */
  readonly onConfirm?: () => Promise<void>;
  /** Returns null when the app reports the error globally. */
  readonly describeError?: (error: unknown) => Problem | null;
}
