import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";

/** A question before something happens. */
export interface ConfirmOptions {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "danger";
  /** Done while the dialog stays open; when it fails, the reason stands inside the dialog. */
  readonly onConfirm?: () => Promise<void>;
  /** Null where the app itself says it, once for every page. */
  readonly describeError?: (error: unknown) => Problem | null;
}
