import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectError } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { paths } from "@/lib/url/paths";
import { ProjectError } from "@/ui/feedback/project-error";
import { SkeletonLines } from "@/ui/feedback/states";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { ImportEditor } from "./import-editor";

export function SubscriptionImportPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const active = subscriptionCollection(queryClient, api, "active");
  const trash = subscriptionCollection(queryClient, api, "trash");
  const lists = [
    { collection: active, state: useCollection(active) },
    { collection: trash, state: useCollection(trash) },
  ] as const;
  const failedState = lists.find(
    ({ state }) => state.error !== null && state.loadedAt === null && state.records.length === 0,
  );
  // Waits until both lists have responded. An earlier retry would skip the slower list.
  const isPending = lists.some(({ state }) => state.count === null && state.error === null);
  const failure = useProjectError(failedState?.state.error ?? null);
  const retry = () => {
    for (const { collection, state } of lists) if (state.phase === "failed") collection.resume();
  };
  return (
    <Page
      title="Import changes from file"
      description={
        <>
          Edit subscriptions in a file, then review each change before it's sent.{" "}
          <HelpLink page="import-file" topic="the import file" />
        </>
      }
      breadcrumbs={[{ label: "Subscriptions", to: paths.subscriptions(api.projectId) }]}
    >
      {isPending ? (
        <SkeletonLines count={6} />
      ) : failure ? (
        <ProjectError error={failure} onRetry={retry} linkTo={paths.importSubscriptions} />
      ) : (
        <ImportEditor lists={lists} />
      )}
    </Page>
  );
}
