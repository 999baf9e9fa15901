/** A stored export. */
export interface ExportRow {
  readonly id: number;
  readonly dashboard: number | null;
  readonly insight: number | null;
  readonly export_format: string;
  readonly created_at: string;
  readonly export_context: unknown;
  readonly expires_after: string;
  /** Uuid of the person who asked for it: lists show one's own. */
  readonly created_by: string;
  readonly outcome: ExportOutcome;
  /** Milliseconds from creation to the outcome. */
  readonly takes: number;
}

/** How the making of a file ends: with content, with words, or never. */
export type ExportOutcome = "ready" | "stuck" | { readonly exception: string };
