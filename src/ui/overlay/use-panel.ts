import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useState } from "react";
import { useToasts } from "@/ui/feedback/toasts";
import { usePopup } from "./use-popup";

/** What a panel's own element needs. */
export type PanelProps = ReturnType<typeof usePanel>["panel"];

/**
 * Opens and closes a panel beside the page: it takes the focus when it is there, and closes by Escape, by a press
 * elsewhere, and when the focus moves on. What stands in it is fetched when somebody is about to open it.
 * @param failure says what could not be opened when the code does not arrive
 */
export function usePanel<Content>(loadContent: () => Promise<Content>, errorTitle: string) {
  const toasts = useToasts();
  // In a box, as React would call a bare component that is put into the state.
  const [loaded, setLoaded] = useState<{ readonly Content: Content } | null>(null);
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("dialog", loaded !== null);
  const { ref } = box;
  const shown = isOpen ? loaded : null;
  const isVisible = shown !== null;

  useLayoutEffect(() => {
    if (!isVisible || !ref.current) return;
    keepInViewport(ref.current);
    // What stands in it may have chosen a better place.
    if (!ref.current.contains(document.activeElement)) ref.current.focus({ preventScroll: true });
  }, [isVisible, ref]);

  function load(onError: () => void) {
    if (loaded === null) loadContent().then((Content) => setLoaded({ Content }), onError);
  }

  // A failure is told by the opening itself.
  const prefetch = () => load(() => undefined);

  function open() {
    setIsOpen(true);
    load(() => {
      setIsOpen(false);
      toasts.show({
        title: errorTitle,
        detail: "Check your connection and try again.",
        tone: "danger",
      });
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Only the panel closes, not the drawer or the page behind it.
    event.stopPropagation();
    close();
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && relatedTarget !== anchor.current && !currentTarget.contains(relatedTarget))
      setIsOpen(false);
  }

  return {
    /** What stands in the panel; null while it is closed or still fetched. */
    shown,
    close,
    button: {
      ...button,
      onPointerEnter: prefetch,
      onFocus: prefetch,
      // Who has gone on must not be called back by what arrives late.
      onBlur: () => {
        if (!isVisible) setIsOpen(false);
      },
      onClick: isOpen ? close : open,
    },
    panel: { ...box, role: "dialog" as const, tabIndex: -1, onKeyDown, onBlur },
  };
}

const MIN_GAP = 8;

/** On a narrow screen a panel can reach beyond the left edge. Not moved by a transform: menus inside it are fixed. */
function keepInViewport(panel: HTMLElement): void {
  const overflow = MIN_GAP - panel.getBoundingClientRect().left;
  if (overflow > 0) panel.style.marginRight = `-${overflow}px`;
}
