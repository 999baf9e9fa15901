import { Button } from "@mantine/core";
import { useProjectError } from "@/data/projects/project-error";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ProjectError } from "@/ui/feedback/project-error";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import type { ScanState } from "./use-offboarding-scan";

/** How far the lists are loaded that a plan needs whole, and how to go on where that does not go by itself. */
export function ScanProgress({ scan }: { readonly scan: ScanState }) {
  const { loadedCount, totalCount, haltReason, error, resume } = scan;
  const failure = useProjectError(error);
  if (failure !== null && haltReason === "failed") {
    return <ProjectError error={failure} onRetry={resume} linkTo={(id) => paths.offboard(id)} />;
  }
  return (
    <>
      <Notice
        tone="info"
        title={`${formatCount(loadedCount)} of ${formatCount(totalCount)} deliveries are looked at${haltReason === null ? "" : " so far"}`}
        action={
          haltReason !== null && (
            <Button variant="default" size="compact-sm" onClick={resume}>
              Look at all
            </Button>
          )
        }
      >
        The plan is made once all are here, the bin as well: half a list could hide a delivery.
      </Notice>
      {haltReason === null && <SkeletonLines count={8} />}
    </>
  );
}
