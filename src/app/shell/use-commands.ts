import { useNavigate } from "react-router-dom";
import { askForRun, useBulkRuns } from "@/data/bulk-runs";
import { useColorSchemeCycle } from "@/ui/color-scheme-toggle";
import { type Command, commandsFor } from "../commands";
import { useSession } from "../session";

/** The commands of the page a person is on. */
export function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { cycle } = useColorSchemeCycle();
  const { queries } = useSession();
  const [lastRun] = useBulkRuns(queries).runs;
  const commands = commandsFor({
    projectId,
    navigate: (to) => void navigate(to),
    cycleColorScheme: cycle,
    showShortcuts,
  });
  if (lastRun !== undefined) {
    commands.push({
      id: "last-run",
      label: "Show the last bulk run",
      group: "Actions",
      keywords: "progress outcome undo retry",
      run: () => askForRun(queries, lastRun),
    });
  }
  return commands;
}
