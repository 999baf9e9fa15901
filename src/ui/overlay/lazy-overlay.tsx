import type { FunctionComponent, ReactNode, RefObject } from "react";
import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { isTypingTarget } from "@/ui/hooks/restore-focus";

/** Thrown when a page's code fails to load, because of the connection or a new deployment. */
class PageLoadError extends Error {
  override readonly name = "PageLoadError";
}

export interface LazyPage<Props = object> {
  readonly Component: FunctionComponent<Props>;
  /** Starts loading the page. Rejects with PageLoadError. */
  readonly load: () => Promise<unknown>;
  readonly isLoaded: () => boolean;
}

const failedPages = new Set<() => void>();

export function resetFailedPages(): void {
  for (const reset of failedPages) reset();
  failedPages.clear();
}

/** Changes the URL after the first attempt, because Chromium 150 never fetches a failed module again. */
function importAgain<Module>(cause: unknown, attempt: number): Promise<Module> {
  const url = attempt > 1 && /https?:\S+\.js/.exec(String(cause))?.[0];
  if (!url) throw cause;
  return import(/* @vite-ignore */ `${url}?${attempt}`);
}

/** Creates a lazy component, as React.lazy does. Loading can also start before rendering, and can be retried. */
export function lazyPage<Name extends string, Props extends object = object>(
  importPage: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
): LazyPage<Props> {
  let loading: Promise<{ default: FunctionComponent<Props> }> | undefined;
  let loaded: FunctionComponent<Props> | undefined;
  let attempts = 0;
  let Page = lazy(load);

  function load(): Promise<{ default: FunctionComponent<Props> }> {
    if (loading !== undefined) return loading;
    attempts += 1;
    const imported = importPage().catch((cause: unknown) =>
      importAgain<Awaited<ReturnType<typeof importPage>>>(cause, attempts),
    );
    loading = imported.then(
      (module) => {
        loaded = module[name];
        return { default: loaded };
      },
      (cause: unknown) => {
        // A failed preload must not fail the page when it is opened later.
        loading = undefined;
        failedPages.add(reset);
        throw new PageLoadError("Couldn't load this page", { cause });
      },
    );
    return loading;
  }

  function reset(): void {
    loading = undefined;
    Page = lazy(load);
  }

  function LoadedPage(props: Props) {
    // `lazy` would still suspend, and React would show the placeholder for at least 300 ms.
    const [Loaded] = useState(() => loaded ?? Page);
    return <Loaded {...props} />;
  }
  return { Component: LoadedPage, load, isLoaded: () => loaded !== undefined };
}

interface LazyOverlayProps {
  /** Whether the overlay will take the focus. Without focus, such as for toasts, the page keeps its keys. */
  readonly holdsKeys?: boolean;
}

/**
 * Creates an overlay whose code loads before it is rendered, because React shows a suspended one only after 300 ms. In
 * the meantime, keys don't act on the page. With `collectsText`, the overlay receives the text typed in the meantime.
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

/** Returns the character that a key enters. AltGr is reported as Ctrl and Alt. */
function getCharacter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string | null {
  return [...key].length === 1 && !metaKey && altKey === ctrlKey ? key : null;
}

/** Keeps keys from the page while it waits for an overlay. Returns the collected text. */
function useHeldKeys(options: {
  readonly isHolding: boolean;
  /** Whether to collect text, also the text that a focused field would receive. */
  readonly collectsText: boolean;
  /** Called on Escape. Without it, the page handles Escape. */
  readonly onEscape: (() => void) | undefined;
}): RefObject<string> {
  const { isHolding, collectsText, onEscape } = options;
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
  readonly onError: () => void;
}

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
