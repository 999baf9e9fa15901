import { useUndoMemberChanges } from "@/features/members/model/use-undo-member-changes";
import { formatList, pluralize } from "@/lib/text/numbers";
import { useToasts } from "@/ui/feedback/toasts";
import type { AddedMember } from "./use-add-members";

/** More names would not fit a message. */
const MAX_NAMED = 5;

/** Says who was added, if anybody, and offers the way back. */
export function useAddedToast() {
  const toasts = useToasts();
  const undo = useUndoMemberChanges();
  return (added: readonly AddedMember[]) => {
    if (added.length === 0) return;
    const names = added.map(({ name }) => name);
    const [first] = names;
    const addedLabel = names.length === 1 ? (first ?? "") : pluralize(names.length, "member", "members");
    const remainingCount = names.length - MAX_NAMED;
    const listedNames = remainingCount > 0 ? [...names.slice(0, MAX_NAMED), `${remainingCount} more`] : names;
    toasts.show({
      tone: "positive",
      title: `Added ${addedLabel}`,
      ...(names.length > 1 && { detail: formatList(listedNames) }),
      action: {
        label: "Undo",
        onSelect: () =>
          undo(
            added.map(({ entry }) => entry),
            `Undo: add ${addedLabel}`,
          ),
      },
    });
  };
}
