import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from "react";
import { formatCount, plural } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import type { ChipsFieldProps } from "./tags-types";

/** What the keys, the pointer and the clipboard do in a field of chips. `box` holds the chips and the input. */
export function useChips(props: ChipsFieldProps, box: { readonly current: HTMLElement | null }) {
  const { value, onChange, splitPaste, label } = props;
  const [draft, showDraft] = useState("");
  const announce = useAnnounce();

  const input = () => box.current?.querySelector("input");
  const focusChip = (place: number) =>
    (box.current?.querySelector<HTMLElement>(`[data-chip="${place}"]`) ?? input())?.focus();

  function setDraft(text: string) {
    showDraft(text);
    props.onDraftChange?.(text);
  }

  function add(items: readonly string[]) {
    const fresh = [...new Set(items.map((item) => item.trim()))].filter(
      (item) => item !== "" && !value.includes(item),
    );
    setDraft("");
    if (fresh.length > 0) onChange([...value, ...fresh]);
    const known = items.length - fresh.length;
    announce(
      [
        fresh.length > 0 &&
          `Added ${fresh.length > 3 ? `${formatCount(fresh.length)} to ${label}` : fresh.join(", ")}.`,
        known > 0 && `${plural(known, "was", "were")} there already.`,
        ...fresh.map(props.validate),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  function remove(place: number) {
    onChange(value.filter((_, each) => each !== place));
    announce(`Removed ${value[place] ?? ""}.`);
    // The button with the focus is about to go; the input stays.
    input()?.focus();
  }

  function edit(place: number) {
    const item = value[place];
    if (item === undefined || props.disabled) return;
    const others = value.filter((_, each) => each !== place);
    // What was half typed makes room, and is not lost.
    const typed = splitPaste(draft).filter((each) => each.trim() !== "" && !others.includes(each));
    onChange([...others, ...typed]);
    setDraft(item);
    announce(`Editing ${item}.`);
    input()?.focus();
  }

  function onInputKey(event: KeyboardEvent<HTMLInputElement>) {
    // In the middle of a composed character, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === "Enter" && draft.trim() !== "") {
      // With ⌘ or Ctrl it sends the form as well, which has to find what was typed.
      if (!event.metaKey && !event.ctrlKey) event.preventDefault();
      add(splitPaste(draft));
    } else if (event.key === "," && endsItem(draft)) {
      event.preventDefault();
      add(splitPaste(draft));
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      event.preventDefault();
      edit(value.length - 1);
    } else if (event.key === "ArrowLeft" && isAtStart && value.length > 0) {
      event.preventDefault();
      focusChip(value.length - 1);
    }
  }

  /** Whether a comma ends the item, or belongs to it, as it may in a web address. */
  function endsItem(text: string): boolean {
    return text.trim() !== "" && !splitPaste(`${text},x`).some((item) => item.includes(","));
  }

  function onChipKey(event: KeyboardEvent, place: number) {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focusChip(Math.max(place - 1, 0)),
      ArrowRight: () => focusChip(place + 1),
      Home: () => focusChip(0),
      End: () => input()?.focus(),
      Delete: () => remove(place),
      Backspace: () => remove(place),
      F2: () => edit(place),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const items = splitPaste(event.clipboardData.getData("text"));
    // One piece into a half-typed word is ordinary editing.
    if (items.length === 0 || (items.length === 1 && draft !== "")) return;
    event.preventDefault();
    add(draft.trim() === "" ? items : [...splitPaste(draft), ...items]);
  }

  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    if (draft.trim() !== "") add(splitPaste(draft));
    props.onBlur?.();
  }

  function focusInput(event: {
    readonly target: EventTarget;
    readonly currentTarget: EventTarget;
    preventDefault(): void;
  }) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    input()?.focus();
  }

  return { draft, setDraft, add, remove, edit, onInputKey, onChipKey, onPaste, onBlur, focusInput };
}
