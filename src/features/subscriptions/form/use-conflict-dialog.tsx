import { type ReactNode, useState } from "react";
import type { EditConflict } from "@/data/changes/merge-edit";
import type { AskAboutConflicts, CheckedEdit } from "@/data/subscriptions/subscription-changes";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import { ConflictDialog } from "./conflict-dialog";
import { EDIT_CONFLICT_PROBLEM } from "./form-messages";
import { SaveInterruption } from "./save-edit";

interface ConflictQuestion {
  readonly checked: CheckedEdit;
  /** Called with null when the user returns to the form. */
  readonly onAnswer: (chosen: readonly EditConflict[] | null) => void;
}

interface ConflictQuestions {
  /** Asks about conflicts. Rejects with a SaveInterruption when the user has left the form. */
  readonly ask: AskAboutConflicts;
  readonly dialog: ReactNode;
}

export function useConflictDialog(): ConflictQuestions {
  const isRouteUnmounted = useIsUnmountedRoute();
  const [question, setQuestion] = useState<ConflictQuestion | null>(null);

  async function ask(checked: CheckedEdit): Promise<readonly EditConflict[] | null> {
    if (isRouteUnmounted()) throw new SaveInterruption(EDIT_CONFLICT_PROBLEM);
    return new Promise((resolve) => {
      const onAnswer = (chosen: readonly EditConflict[] | null) => {
        setQuestion(null);
        resolve(chosen);
      };
      setQuestion({ checked, onAnswer });
    });
  }

  const dialog = question && (
    <ConflictDialog
      checked={question.checked}
      onSave={question.onAnswer}
      onCancel={() => question.onAnswer(null)}
    />
  );
  return { ask, dialog };
}
