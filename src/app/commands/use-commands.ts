import { useSession } from "@/app/connection/session";
import { areSingleKeysEnabled } from "@/app/settings/preferences";
import { openTour } from "@/app/tour/tour-events";
import { useRegexHelper } from "@/data/browser-storage/experiments";
import { openBulkJob, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { paths } from "@/lib/url/paths";
import { useColorSchemeCycle } from "@/ui/feedback/color-scheme-toggle";
import { buildCommands, type Command } from "./commands";
import { useGoTo } from "./use-go-to";

/** Returns the commands of the current page. */
export function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const goTo = useGoTo();
  const { cycle } = useColorSchemeCycle();
  const { queryClient } = useSession();
  const [lastJob] = useBulkJobs(queryClient).jobs;
  const hasRegex = useRegexHelper();
  const commands = buildCommands({
    projectId,
    navigate: goTo,
    cycleColorScheme: cycle,
    showShortcuts,
    // Wait until the palette has closed.
    showTour: () => setTimeout(openTour),
  });
  if (hasRegex && projectId !== null) {
    commands.push({
      id: "regex",
      label: "Regex helper (unstable)",
      group: "Pages",
      keywords: "pattern session recordings experiment",
      run: () => goTo(paths.regex(projectId)),
    });
  }
  if (lastJob !== undefined) {
    commands.push({
      id: "last-run",
      label: "Show last bulk action",
      group: "Actions",
      keywords: "progress outcome undo retry",
      run: () => openBulkJob(queryClient, lastJob),
    });
  }
  // Hide keys that are turned off.
  return areSingleKeysEnabled() ? commands : commands.map(({ keys: _, ...command }) => command);
}
