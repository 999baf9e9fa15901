import { useUndoWrites } from "@/features/members/model/use-undo-member-changes";
import { listWords, plural } from "@/lib/text/numbers";
import { useToasts } from "@/ui/feedback/toasts";
import type { AddedMember } from "./use-add-members";

/** More names would not fit a message. */
const MOST_NAMED = 5;

/** Says who was added, if anybody, and offers the way back. */
export function useAddedToast() {
  const toasts = useToasts();
  const undo = useUndoWrites();
  return (added: readonly AddedMember[]) => {
    if (added.length === 0) return;
    const names = added.map(({ name }) => name);
    const [first] = names;
    const whom = names.length === 1 ? (first ?? "") : plural(names.length, "member", "members");
    const rest = names.length - MOST_NAMED;
    const shown = rest > 0 ? [...names.slice(0, MOST_NAMED), `${rest} more`] : names;
    toasts.show({
      tone: "positive",
      title: `Added ${whom}`,
      ...(names.length > 1 && { detail: listWords(shown) }),
      action: {
        label: "Undo",
        onSelect: () =>
          undo(
            added.map(({ entry }) => entry),
            `Undo: add ${whom}`,
          ),
      },
    });
  };
}
