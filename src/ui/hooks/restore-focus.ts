import { useLayoutEffect, useRef, useState } from "react";

export function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null
  );
}

/** The button or link that was clicked since focus moved last. A weak reference allows garbage collection. */
let clickedControl: WeakRef<Element> | null = null;

function handleClick({ target, detail }: MouseEvent): void {
  // Enter in a field also clicks the form's button. The user then is in the field.
  const isImplicit = detail === 0 && isTypingTarget(document.activeElement);
  const control = target instanceof Element && !isImplicit ? target.closest("a[href], button") : null;
  clickedControl = control && new WeakRef(control);
}

/** Remembers clicked buttons and links as openers of dialogs, because Safari doesn't focus them. */
export function trackClickedControl(): void {
  document.addEventListener("click", handleClick, { capture: true });
  document.addEventListener("focusin", () => (clickedControl = null), { capture: true });
}

/** Elements that were clicked or focused when each dialog opened, oldest first, after those of earlier dialogs. */
const openDialogs: (readonly Element[])[] = [];

/** Returns the elements that open dialogs have recorded, followed by the focused and the clicked element. */
function getOpeners(): readonly Element[] {
  const openers = [...openDialogs.flat(), document.activeElement, clickedControl?.deref()];
  // Removed elements can't get focus.
  return [...new Set(openers)].filter(
    (element): element is Element =>
      element instanceof Element && element.isConnected && element !== document.body,
  );
}

/**
 * Returns focus to the opener when the dialog unmounts, unless another element has it. A dialog that replaces others
 * returns it to the first opener. Mantine's `returnFocus` needs a dialog that stays mounted.
 */
export function useRestoreFocus(): void {
  // Recorded while rendering, because a field of the dialog may take focus before the first effect.
  const [openers] = useState(getOpeners);
  useLayoutEffect(() => {
    openDialogs.push(openers);
    return () => {
      openDialogs.splice(openDialogs.lastIndexOf(openers), 1);
      // The timer runs after the dialog is removed from the page.
      setTimeout(() => {
        const isFocusLost = document.activeElement === null || document.activeElement === document.body;
        const target = openers.findLast((element) => element.isConnected);
        if (isFocusLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [openers]);
}

/** When the focused element disappears, focuses a button or `data-focus-fallback`, the part itself, or the heading. */
export function useFocusFallback() {
  const containerRef = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    const focusableContainer = containerRef.current?.hasAttribute("tabindex") ? containerRef.current : null;
    const next =
      containerRef.current?.querySelector<HTMLElement>("button, [data-focus-fallback]") ??
      focusableContainer ??
      document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  });
  return {
    ref: containerRef,
    onFocus() {
      hadFocus.current = true;
    },
    onBlur() {
      hadFocus.current = false;
    },
  };
}
