import { useUndoMemberChanges } from "@/features/members/model/use-undo-member-changes";
import { useToasts } from "@/ui/feedback/toasts";
import { addedPeopleLabel, addedPeopleNames } from "./add-member-messages";
import type { AddedMember } from "./use-add-members";

/** Shows a toast with the added people and an Undo action. Does nothing for an empty list. */
export function useAddedToast() {
  const toasts = useToasts();
  const undo = useUndoMemberChanges();
  return (added: readonly AddedMember[]) => {
    if (added.length === 0) return;
    const names = added.map(({ name }) => name);
    const addedLabel = addedPeopleLabel(names);
    toasts.show({
      tone: "positive",
      title: `Added ${addedLabel}`,
      ...(names.length > 1 && { detail: addedPeopleNames(names) }),
      action: {
        label: "Undo",
        onSelect: () =>
          undo(
            added.map(({ entry }) => entry),
            `Undo adding ${addedLabel}`,
          ),
      },
    });
  };
}
