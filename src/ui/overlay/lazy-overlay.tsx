import {
  Component,
  type FunctionComponent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { lazyPage, resetFailedPages } from "@/ui/hooks/lazy-page";
import { isTypingTarget } from "@/ui/hooks/typing-target";

interface LazyOverlayProps {
  /** Whether the overlay will take the focus. Without focus, such as for toasts, the page keeps its keys. */
  readonly holdsKeys?: boolean;
}

/**
 * Creates an overlay whose code loads before it is rendered, because React shows a suspended component only after
 * 300 ms. In the meantime, keys don't act on the page, and Escape calls `onClose`. Throws PageLoadError while
 * rendering if the code fails to load.
 * @param options.collectsText whether the overlay receives the text typed in the meantime, as `typedText`
 */
export function lazyOverlay<Name extends string, Props extends object = object>(
  importOverlay: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
  { collectsText = false }: { readonly collectsText?: boolean } = {},
): FunctionComponent<Props & LazyOverlayProps> {
  const { Component: Overlay, load, isLoaded } = lazyPage(importOverlay, name);

  return function LazyOverlay(props: Props & LazyOverlayProps) {
    const [isReady, setIsReady] = useState(isLoaded);
    const [error, setError] = useState<unknown>(null);
    const { onClose, holdsKeys = true }: LazyOverlayProps & { readonly onClose?: () => void } = props;
    const typedText = useHeldKeys({ isHolding: holdsKeys && !isReady, collectsText, onEscape: onClose });

    useEffect(() => {
      // Rendered synchronously, so that no key arrives between the collected text and the overlay's field.
      if (!isReady) load().then(() => flushSync(() => setIsReady(true)), setError);
    }, [isReady]);

    if (error !== null) throw error;
    if (!isReady) return null;
    return (
      <Suspense fallback={null}>
        <Overlay {...props} {...(collectsText && { typedText: typedText.current })} />
      </Suspense>
    );
  };
}

interface HeldKeysOptions {
  readonly isHolding: boolean;
  /** Whether to collect text, also the text that a focused field would receive. */
  readonly collectsText?: boolean | undefined;
  /** Called on Escape. Without it, the page handles Escape. */
  readonly onEscape?: (() => void) | undefined;
}

/** Returns the character that a key enters. AltGr is reported as Ctrl and Alt. */
function getCharacter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string | null {
  return [...key].length === 1 && !metaKey && altKey === ctrlKey ? key : null;
}

/** Keeps keys from the page while it waits for an overlay. Returns the collected text. */
function useHeldKeys({ isHolding, collectsText = false, onEscape }: HeldKeysOptions): RefObject<string> {
  const text = useRef("");
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!collectsText && isTypingTarget(event.target)) return;
    const { key } = event;
    const character = getCharacter(event);
    if (character !== null) text.current += character;
    else if (key === "Backspace") text.current = [...text.current].slice(0, -1).join("");
    else if (key === "Escape" && onEscape) onEscape();
    else if (key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useLayoutEffect(() => {
    if (!isHolding) return;
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [isHolding]);
  return text;
}

interface OverlayBoundaryProps {
  readonly children: ReactNode;
  /** Called when the overlay can't open. The page isn't affected. */
  readonly onError: () => void;
}

/** Catches errors in overlays, such as a failed download of their code. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    resetFailedPages();
    this.props.onError();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
