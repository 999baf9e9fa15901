import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import type { TagsInputProps } from "./tags-types";

export function useTags(props: TagsInputProps, container: { readonly current: HTMLElement | null }) {
  const { value, onChange, splitItems: splitPaste, label } = props;
  const [draft, setDraftText] = useState("");
  const announce = useAnnounce();

  const getInput = () => container.current?.querySelector("input");
  const focusTag = (index: number) =>
    (container.current?.querySelector<HTMLElement>(`[data-chip="${index}"]`) ?? getInput())?.focus();

  function setDraft(text: string) {
    setDraftText(text);
    props.onDraftChange?.(text);
  }

  function add(items: readonly string[]) {
    const newItems = [...new Set(items.map((item) => item.trim()))].filter(
      (item) => item !== "" && !value.includes(item),
    );
    setDraft("");
    if (newItems.length > 0) onChange([...value, ...newItems]);
    const duplicateCount = items.length - newItems.length;
    announce(
      [
        newItems.length > 0 &&
          `Added to ${label}: ${newItems.length > 3 ? formatCount(newItems.length) : newItems.join(", ")}.`,
        duplicateCount > 0 && `Already in ${label}: ${formatCount(duplicateCount)}.`,
        ...newItems.map(props.validate),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  function remove(index: number) {
    onChange(value.filter((_, candidate) => candidate !== index));
    announce(`Removed from ${label}: ${value[index] ?? ""}.`);
    // The focused button is about to be removed, so focus moves to the input.
    getInput()?.focus();
  }

  function edit(index: number) {
    const item = value[index];
    if (item === undefined || props.disabled) return;
    const others = value.filter((_, candidate) => candidate !== index);
    // Typed text becomes items before the edited item replaces it in the input.
    const typed = splitPaste(draft).filter(
      (candidate) => candidate.trim() !== "" && !others.includes(candidate),
    );
    onChange([...others, ...typed]);
    setDraft(item);
    announce(`Editing ${label}: ${item}.`);
    getInput()?.focus();
  }

  function onInputKey(event: KeyboardEvent<HTMLInputElement>) {
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === "Enter" && draft.trim() !== "") {
      // Enter adds the typed text as a tag. With ⌘ or Ctrl, Enter also submits the form, which must
      // include the tag.
      if (!event.metaKey && !event.ctrlKey) event.preventDefault();
      add(splitPaste(draft));
    } else if (event.key === "," && doesCommaEndItem(draft)) {
      event.preventDefault();
      add(splitPaste(draft));
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      event.preventDefault();
      edit(value.length - 1);
    } else if (event.key === "ArrowLeft" && isAtStart && value.length > 0) {
      event.preventDefault();
      focusTag(value.length - 1);
    }
  }

  /** Whether a comma ends the item. In a URL, it may be part of the item. */
  function doesCommaEndItem(text: string): boolean {
    return text.trim() !== "" && !splitPaste(`${text},x`).some((item) => item.includes(","));
  }

  function onTagKey(event: KeyboardEvent, index: number) {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focusTag(Math.max(index - 1, 0)),
      ArrowRight: () => focusTag(index + 1),
      Home: () => focusTag(0),
      End: () => getInput()?.focus(),
      Delete: () => remove(index),
      Backspace: () => remove(index),
      F2: () => edit(index),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const items = splitPaste(event.clipboardData.getData("text"));
    // A single pasted item is inserted into typed text.
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
    getInput()?.focus();
  }

  return {
    draft,
    setDraft,
    add,
    remove,
    edit,
    handleInputKeyDown: onInputKey,
    handleTagKeyDown: onTagKey,
    handlePaste: onPaste,
    handleBlur: onBlur,
    focusInput,
  };
}
