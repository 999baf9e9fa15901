import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectFailure } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { SkeletonLines } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { PlanDesk } from "./edit-file-editor";

/** Takes an edited file of deliveries, shows what it would change, and applies it. */
export function ApplyPlanPage() {
  const api = useApi();
  const queries = useQueryClient();
  const active = subscriptionCollection(queries, api, "active");
  const bin = subscriptionCollection(queries, api, "bin");
  const lists = [
    { collection: active, state: useCollection(active) },
    { collection: bin, state: useCollection(bin) },
  ] as const;
  const failed = lists.find(
    ({ state }) => state.error !== null && state.loadedAt === null && state.records.length === 0,
  );
  // Both are asked at once. Until both have answered nothing is said: a try that comes too early leaves out the slower.
  const isPending = lists.some(({ state }) => state.count === null && state.error === null);
  const failure = useProjectFailure(failed?.state.error ?? null);
  const retry = () => {
    for (const { collection, state } of lists) if (state.phase === "failed") collection.resume();
  };
  return (
    <Page
      title="Apply an edited file"
      description="Edit deliveries in a file, give it back here, and see every change before it is sent."
      breadcrumbs={[{ label: "Subscriptions", to: paths.subscriptions(api.projectId) }]}
    >
      {isPending ? (
        <SkeletonLines n={6} />
      ) : failure ? (
        <ProjectFailed failure={failure} onRetry={retry} linkTo={paths.applySubscriptions} />
      ) : (
        <PlanDesk lists={lists} />
      )}
    </Page>
  );
}
