import { EmptyState } from "@/ui/feedback/states";
import { GaugeIcon } from "@/ui/theme/icons";

export function BoardEmpty() {
  return (
    <EmptyState
      icon={<GaugeIcon size={24} />}
      title="No paths on the board yet"
      detail="Add page paths above to compare their INP, LCP, CLS, and FCP. You can paste full URLs."
    />
  );
}
