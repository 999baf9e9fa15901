import type { ExportedAsset } from "@/contract/exports";

/** What became of an export that was pending: it is ready, has failed, or is not there any more. */
export interface ExportChange {
  readonly kind: "ready" | "failed" | "gone";
  /** As it is now; as it was known last where it is gone. */
  readonly record: ExportedAsset;
}
