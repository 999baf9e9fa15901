import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useState } from "react";
import { useToasts } from "@/ui/feedback/toasts";
import { useHeldKeys } from "@/ui/hooks/use-held-keys";
import { usePopup } from "./use-popup";

export type PanelProps = ReturnType<typeof usePanel>["panel"];

/**
 * Opens and closes a non-modal panel. The panel takes focus after loading. It closes on Escape, on
 * a click outside, and when focus leaves it. Hovering or focusing the button prefetches the
 * content.
 * @param errorTitle title of the toast when the content fails to load
 */
export function usePanel<Content>(loadContent: () => Promise<Content>, errorTitle: string) {
  const toasts = useToasts();
  // Wrapped in an object, because a state setter would call a function.
  const [loaded, setLoaded] = useState<{ readonly Content: Content } | null>(null);
  const { isOpen, setIsOpen, close, anchor, button, box } = usePopup("dialog", loaded !== null);
  const { ref } = box;
  const shown = isOpen ? loaded : null;
  const isVisible = shown !== null;
  useHeldKeys({ isHolding: isOpen && !isVisible, onEscape: close });

  useLayoutEffect(() => {
    if (!isVisible || !ref.current) return;
    keepInViewport(ref.current);
    // The content may have set focus already.
    if (!ref.current.contains(document.activeElement)) ref.current.focus({ preventScroll: true });
  }, [isVisible, ref]);

  function load(onError: () => void) {
    if (loaded === null) loadContent().then((Content) => setLoaded({ Content }), onError);
  }

  // Errors are ignored here, because opening the panel reports them.
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
    // Escape closes only the panel, not the drawer or page behind it.
    event.stopPropagation();
    close();
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && relatedTarget !== anchor.current && !currentTarget.contains(relatedTarget))
      setIsOpen(false);
  }

  return {
    /** Null while the panel is closed or loading. */
    shown,
    close,
    button: {
      ...button,
      onPointerEnter: prefetch,
      onFocus: prefetch,
      // The panel must not take focus if its content loads after focus has left the button.
      onBlur: () => {
        if (!isVisible) setIsOpen(false);
      },
      onClick: isOpen ? close : open,
    },
    panel: { ...box, role: "dialog" as const, tabIndex: -1, onKeyDown, onBlur },
  };
}

const MIN_GAP = 8;

/**
 * Moves a panel that extends past the left edge of a narrow screen. Uses a margin, because a
 * transform would affect fixed menus inside the panel.
 */
function keepInViewport(panel: HTMLElement): void {
  const overflow = MIN_GAP - panel.getBoundingClientRect().left;
  if (overflow > 0) panel.style.marginRight = `-${overflow}px`;
}
