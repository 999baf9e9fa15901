import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import { useCollection } from "@/data/collection/use-collection";
import { peekExportCollection } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/project-error";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { paths } from "@/lib/url/paths";
import { ProjectError } from "@/ui/feedback/project-error";
import { useNow } from "@/ui/hooks/use-now";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { ActivitySection } from "./activity-section";
import { DeliveriesSection } from "./deliveries-section";
import { ExportsSection } from "./exports-section";
import { HealthSection } from "./health-section";
import classes from "./overview.module.css";
import { VitalsSection } from "./vitals-section";

/** Shows a project's next deliveries, problems and recent changes. */
export function OverviewPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const collection = subscriptionCollection(queryClient, api, "active");
  const now = useNow();
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  function retry(): void {
    collection.resume();
    const exports = peekExportCollection(queryClient, api);
    if (exports?.get().phase === "failed") exports.resume();
  }

  const isFailed = failure !== null && state.records.length === 0;
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <Page
      title="Overview"
      actions={
        <>
          <LinkButton variant="default" to={paths.subscriptions(api.projectId)}>
            Subscriptions
          </LinkButton>
          <LinkButton
            to={paths.newSubscription(api.projectId)}
            leftSection={<PlusIcon />}
            disabledReason={refusal}
          >
            <span>
              New <span data-object>subscription</span>
            </span>
          </LinkButton>
        </>
      }
    >
      <div className={classes.sections}>
        <div className={classes.column}>
          {isFailed ? (
            <ProjectError error={failure} onRetry={retry} linkTo={paths.project} />
          ) : (
            <>
              <DeliveriesSection state={state} now={now} />
              <HealthSection state={state} now={now} />
            </>
          )}
        </div>
        <div className={classes.column}>
          <ExportsSection now={now} hidesFailure={isFailed} />
          <VitalsSection hidesFailure={isFailed} />
          <ActivitySection now={now} />
        </div>
      </div>
    </Page>
  );
}
