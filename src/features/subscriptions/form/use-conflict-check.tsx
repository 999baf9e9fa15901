import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { EditConflict } from "@/data/changes/merge-edit";
import { useApi } from "@/data/client/api-context";
import type { CheckedEdit, ResolvedEdit } from "@/data/subscriptions/subscription-changes";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import { ConflictDialog } from "./conflict-dialog";
import { EDIT_CONFLICT_PROBLEM } from "./form-messages";
import { SaveInterruption } from "./save-interruption";

interface ConflictQuestion {
  readonly checked: CheckedEdit;
  /** Called with null when the user returns to the form. */
  readonly onAnswer: (chosen: readonly EditConflict[] | null) => void;
}

interface ConflictCheck {
  /**
   * Compares an edit with the server's record and asks about every conflict. Resolves with an edit that can be sent,
   * or with null when the user returns to the form. The edit's body is empty if nothing needs saving. Rejects when
   * the record can't be read, and with a SaveInterruption when the user has left the form.
   */
  readonly check: (base: Subscription, change: SubscriptionChange) => Promise<ResolvedEdit | null>;
  readonly dialog: ReactNode;
}

/** Prevents a form from overwriting changes that someone else has saved since it was opened. */
export function useConflictCheck(): ConflictCheck {
  const api = useApi();
  const queryClient = useQueryClient();
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

  async function check(base: Subscription, body: SubscriptionChange): Promise<ResolvedEdit | null> {
    const { resolveSubscriptionEdit } = await loadSubscriptionChanges();
    return resolveSubscriptionEdit(queryClient, api, { base, body }, ask);
  }

  const dialog = question && (
    <ConflictDialog
      checked={question.checked}
      onSave={question.onAnswer}
      onCancel={() => question.onAnswer(null)}
    />
  );
  return { check, dialog };
}
