import type { ReactNode } from "react";
import type { PlannedWrite } from "@/data/planned-write";

/** What a review shows. */
export interface BulkReviewProps {
  /** "Remove ana@x.co from 12 deliveries" */
  readonly label: string;
  readonly writes: readonly PlannedWrite[];
  readonly onClose: () => void;
}

/** Shows what is planned per record, runs it, and says what became of each. Import it lazily. */
export function BulkReview(_props: BulkReviewProps): ReactNode {
  return null;
}
