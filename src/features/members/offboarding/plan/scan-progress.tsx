import { Button } from "@mantine/core";
import { useProjectFailure } from "@/data/projects/project-error";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import type { Looking } from "./use-offboarding-scan";

/** How far the lists are loaded that a plan needs whole, and how to go on where that does not go by itself. */
export function LookingThrough({ looking }: { readonly looking: Looking }) {
  const { loaded, all, halt, error, goOn } = looking;
  const failure = useProjectFailure(error);
  if (failure !== null && halt === "failed") {
    return <ProjectFailed failure={failure} onRetry={goOn} linkTo={(id) => paths.offboard(id)} />;
  }
  return (
    <>
      <Notice
        tone="info"
        title={`${formatCount(loaded)} of ${formatCount(all)} deliveries are looked at${halt === null ? "" : " so far"}`}
        action={
          halt !== null && (
            <Button variant="default" size="compact-sm" onClick={goOn}>
              Look at all
            </Button>
          )
        }
      >
        The plan is made once all are here, the bin as well: half a list could hide a delivery.
      </Notice>
      {halt === null && <SkeletonLines n={8} />}
    </>
  );
}
