import { EmptyState } from "@/ui/feedback/states";
import { GaugeIcon } from "@/ui/theme/icons";

/** Teaches what a board is, where there is none yet. */
export function BoardEmpty() {
  return (
    <EmptyState
      icon={<GaugeIcon size={24} />}
      title="No paths on the board yet"
      detail="Type the path of a page above, or paste full addresses: they are cut down to their paths. For each you see how fast visitors found it: INP, LCP, CLS and FCP, as the server computed them."
    />
  );
}
