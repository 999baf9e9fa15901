import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Toast, type ToastContent } from "./toast";
import classes from "./toasts.module.css";

export interface Toasts {
  show(content: ToastContent): string;
  dismiss(id: string): void;
}

const ToastContext = createContext<Toasts>({ show: () => "", dismiss: () => {} });

export function useToasts(): Toasts {
  return use(ToastContext);
}

const ToastPauseContext = createContext(false);

/**
 * Returns whether the pointer or focus is in the toast region. Timers and countdowns in toasts then
 * pause.
 */
export function useIsToastPaused(): boolean {
  return use(ToastPauseContext);
}

interface ToastItem {
  readonly id: string;
  readonly content: ToastContent;
}

const MAX_VISIBLE_TOASTS = 4;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [visibleToasts, setVisibleToasts] = useState<readonly ToastItem[]>([]);
  const lastId = useRef(0);

  const dismiss = useCallback((id: string) => {
    setVisibleToasts((toasts) => toasts.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback((content: ToastContent) => {
    lastId.current += 1;
    const id = `toast-${lastId.current}`;
    setVisibleToasts((toasts) => [...toasts, { id, content }].slice(-MAX_VISIBLE_TOASTS));
    return id;
  }, []);
  const toasts = useMemo(() => ({ show, dismiss }), [show, dismiss]);

  return (
    <ToastContext value={toasts}>
      {children}
      <ToastRegion visibleToasts={visibleToasts} onDismiss={dismiss} />
    </ToastContext>
  );
}

/**
 * Sets the height of the toasts (px) as a CSS variable, so that users can scroll the end of the page above the
 * toasts.
 */
function setToastsHeightVariable(height: number): void {
  const { style } = document.documentElement;
  // Setting the variable recalculates all styles, even if the value stays the same.
  if (height > 0) style.setProperty("--ui-toasts", `${height}px`);
  else style.removeProperty("--ui-toasts");
}

interface ToastRegionProps {
  readonly visibleToasts: readonly ToastItem[];
  readonly onDismiss: (id: string) => void;
}

/**
 * Shows the toasts. The region never takes focus automatically. F8 moves focus to the region and
 * back.
 */
function ToastRegion({ visibleToasts, onDismiss }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null);
  // A weak reference allows a removed element to be garbage-collected.
  const returnTarget = useRef<WeakRef<Element>>(null);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  const toggleFocus = useEffectEvent(() => {
    if (region.current?.contains(document.activeElement)) return returnFocus();
    rememberFocus(document.activeElement);
    region.current?.querySelector("button")?.focus();
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      event.preventDefault();
      toggleFocus();
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);

  const isPaused = isHovered || isFocused;
  useLayoutEffect(
    () => setToastsHeightVariable(visibleToasts.length === 0 ? 0 : (region.current?.offsetHeight ?? 0)),
    [visibleToasts],
  );

  function rememberFocus(element: EventTarget | null) {
    if (element instanceof Element) returnTarget.current = new WeakRef(element);
  }

  function returnFocus() {
    const target = returnTarget.current?.deref();
    if (target instanceof HTMLElement && target.isConnected) target.focus();
  }

  function dismiss(id: string) {
    const hadFocus = region.current?.contains(document.activeElement) ?? false;
    onDismiss(id);
    if (hadFocus) {
      setIsFocused(false);
      returnFocus();
    }
    if (visibleToasts.length <= 1) setIsHovered(false);
  }

  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Notifications (F8)"
      data-toasts
      data-no-print
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={(event) => {
        if (!region.current?.contains(event.relatedTarget)) rememberFocus(event.relatedTarget);
        setIsFocused(true);
      }}
      onBlur={() => setIsFocused(false)}
    >
      <ToastPauseContext value={isPaused}>
        {/* Rendered before the first message. Screen readers often don't announce live regions that are inserted
           with content. */}
        {(["polite", "assertive"] as const).map((politeness) => (
          <div key={politeness} aria-live={politeness}>
            {visibleToasts
              .filter(({ content }) => (content.tone === "danger") === (politeness === "assertive"))
              .map(({ id, content }) => (
                <Toast key={id} content={content} isPaused={isPaused} onDismiss={() => dismiss(id)} />
              ))}
          </div>
        ))}
      </ToastPauseContext>
    </section>
  );
}
