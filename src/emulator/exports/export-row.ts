export interface ExportRow {
  readonly id: number;
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly export_format: string;
  readonly created_at: string;
  readonly export_context: unknown;
  readonly expires_after: string;
  /** UUID of the creator. Lists contain only the caller's own exports. */
  readonly created_by: string;
  readonly outcome: ExportOutcome;
  /** Time from creation to the outcome, in ms. */
  readonly durationMs: number;
}

export type ExportOutcome = "ready" | "stuck" | { readonly exception: string };
