import { useLocation } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import { areSingleKeysEnabled } from "@/app/settings/preferences";
import { openTour } from "@/app/tour/tour";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { readSavedViews } from "@/data/browser-storage/saved-views";
import { openBulkJob, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { paths } from "@/lib/url/paths";
import { useColorSchemeCycle } from "@/ui/feedback/color-scheme-toggle";
import { ListIcon } from "@/ui/theme/icons";
import { buildCommands, type Command } from "./commands";
import { useGoTo } from "./use-go-to";
import { useTestDeliveryCommand } from "./use-test-delivery-command";

const LISTS_WITH_VIEWS = [
  { collection: "subscriptions", label: "Subscriptions", path: (id: string) => paths.subscriptions(id) },
  { collection: "recipients", label: "Recipients", path: paths.recipients },
  { collection: "sources", label: "Sources", path: paths.sources },
  { collection: "exports", label: "Exports", path: paths.exports },
  { collection: "members", label: "Members", path: paths.members },
];

export function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const goTo = useGoTo();
  const { cycle } = useColorSchemeCycle();
  const { pathname } = useLocation();
  const { backend, queryClient } = useSession();
  const [lastJob] = useBulkJobs(queryClient).jobs;
  const testDelivery = useTestDeliveryCommand(projectId, pathname);
  const commands = buildCommands({
    projectId,
    hasRegex: useRegexHelper(),
    pathname,
    navigate: goTo,
    cycleColorScheme: cycle,
    showShortcuts,
    // The palette must close before the tour opens.
    showTour: () => setTimeout(openTour),
  });
  if (testDelivery !== null) commands.push(testDelivery);
  if (backend !== null && projectId !== null) {
    for (const { collection, label, path } of LISTS_WITH_VIEWS)
      for (const view of readSavedViews({ client: backend.client, projectId }, collection))
        commands.push({
          id: `view ${collection} ${view.id}`,
          Icon: ListIcon,
          label: `${label}: ${view.name}`,
          group: "Saved views",
          run: () => goTo(`${path(projectId)}?${view.search}`),
        });
  }
  if (lastJob !== undefined) {
    commands.push({
      id: "last-run",
      Icon: ListIcon,
      label: "Show last bulk action",
      group: "Actions",
      keywords: "progress outcome undo retry",
      run: () => openBulkJob(queryClient, lastJob),
    });
  }
  return areSingleKeysEnabled() ? commands : commands.map(({ keys: _, ...command }) => command);
}
