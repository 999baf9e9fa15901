import { Button } from "@mantine/core";
import { useProjectError } from "@/data/projects/project-error";
import { scanProgressMessage } from "@/features/members/offboarding/model/offboarding-messages";
import { paths } from "@/lib/url/paths";
import { ProjectError } from "@/ui/feedback/project-error";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import type { ScanState } from "./use-offboarding-scan";

/** Shows the progress of loading. If loading has stopped, offers to continue. */
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
        title={scanProgressMessage(loadedCount, totalCount, haltReason !== null)}
        action={
          haltReason !== null && (
            <Button variant="default" onClick={resume}>
              Load all
            </Button>
          )
        }
      >
        The preview needs every subscription, including those in Trash.
      </Notice>
      {haltReason === null && <SkeletonLines count={8} />}
    </>
  );
}
