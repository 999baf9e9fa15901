export interface ExportRow {
  readonly id: number;
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly export_format: string;
  readonly created_at: string;
  readonly export_context: unknown;
  readonly expires_after: string;
  /** UUID of the export's creator. Lists show only the caller's own exports. */
  readonly created_by: string;
  readonly outcome: ExportOutcome;
  /** Milliseconds from creation to the outcome. */
  readonly takes: number;
}

/** Outcome of generating a file: content, nothing, or an exception. */
export type ExportOutcome = "ready" | "stuck" | { readonly exception: string };
