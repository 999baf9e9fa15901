import { Status, type StatusTone } from "@/ui/primitives/status";
import type { ExportStateDescription, ExportStateName } from "./export-rules";

const STATE_TONES: Record<ExportStateName, StatusTone> = {
  pending: "neutral",
  stuck: "warning",
  ready: "positive",
  expiring: "warning",
  failed: "danger",
  expired: "neutral",
};

export function ExportStatus({ reading }: { readonly reading: ExportStateDescription }) {
  const { state, label, detail } = reading;
  return <Status tone={STATE_TONES[state]} label={label} {...(detail !== null && { detail })} />;
}
