import { useNavigate } from "react-router-dom";
import { useColorSchemeCycle } from "@/ui/color-scheme-toggle";
import { type Command, commandsFor } from "../commands";

/** The commands of the page a person is on. */
export function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { cycle } = useColorSchemeCycle();
  return commandsFor({
    projectId,
    navigate: (to) => void navigate(to),
    cycleColorScheme: cycle,
    showShortcuts,
  });
}
