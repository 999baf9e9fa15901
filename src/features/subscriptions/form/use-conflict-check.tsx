import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { CheckedEdit } from "@/data/subscriptions/subscription-changes";
import { type SubscriptionEdit } from "@/data/subscriptions/subscription-mutations";
import { loadSubscriptionChanges } from "@/data/subscriptions/subscriptions";
import { useIsUnmountedRoute } from "@/ui/hooks/use-is-unmounted-route";
import { ConflictDialog } from "./conflict-dialog";
import { EditConflictError } from "./edit-conflict-error";

interface ConflictQuestion {
  readonly checked: CheckedEdit;
  /** Called with null when the user returns to the form. */
  readonly onAnswer: (body: SubscriptionChange | null) => void;
}

interface SendableEdit extends SubscriptionEdit {
  readonly hasMergedRecipients: boolean;
}

interface ConflictCheck {
  /**
   * Compares an edit with the record on the server and asks about every conflict. Resolves to a sendable edit, whose
   * body is empty if nothing is left to save, or to null if the user returns to the form. Rejects if the record can't
   * be read, and with an EditConflictError if the user left the form.
   */
  readonly check: (base: Subscription, change: SubscriptionChange) => Promise<SendableEdit | null>;
  readonly dialog: ReactNode;
}

/** Keeps a form from overwriting changes that someone else saved after the form was opened. */
export function useConflictCheck(): ConflictCheck {
  const api = useApi();
  const queryClient = useQueryClient();
  const isRouteUnmounted = useIsUnmountedRoute();
  const [question, setQuestion] = useState<ConflictQuestion | null>(null);

  function ask(checked: CheckedEdit): Promise<SubscriptionChange | null> {
    return new Promise((resolve) => {
      const onAnswer = (body: SubscriptionChange | null) => {
        setQuestion(null);
        resolve(body);
      };
      setQuestion({ checked, onAnswer });
    });
  }

  async function check(base: Subscription, change: SubscriptionChange): Promise<SendableEdit | null> {
    const { checkSubscriptionEdit } = await loadSubscriptionChanges();
    let hasMergedRecipients = false;
    let before = base;
    let body = change;
    // The record may change again while the user decides.
    while (true) {
      const checked = await checkSubscriptionEdit(queryClient, api, before, body);
      hasMergedRecipients ||= checked.hasMergedRecipients;
      before = checked.current;
      if (checked.conflicts.length === 0) return { before, body: checked.body, hasMergedRecipients };
      if (isRouteUnmounted()) throw new EditConflictError();
      const answer = await ask(checked);
      if (answer === null) return null;
      body = answer;
      if (Object.keys(body).length === 0) return { before, body, hasMergedRecipients };
    }
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
