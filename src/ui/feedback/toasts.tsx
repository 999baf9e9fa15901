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

/** Short messages about what just happened. */
export interface Toasts {
  /** Shows a message and gives its id. */
  show(content: ToastContent): string;
  dismiss(id: string): void;
}

const ToastContext = createContext<Toasts>({ show: () => "", dismiss: () => {} });

/** Shows and dismisses toasts. */
export function useToasts(): Toasts {
  return use(ToastContext);
}

const PauseContext = createContext(false);

/** Whether somebody points at the messages or has the focus there: no message goes by itself then. For their details. */
export function useToastsPaused(): boolean {
  return use(PauseContext);
}

interface ShownToast {
  readonly id: string;
  readonly content: ToastContent;
}

const MOST_AT_ONCE = 4;

/** Holds the toasts for everything below it. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const made = useRef(0);

  const dismiss = useCallback((id: string) => {
    setShown((toasts) => toasts.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback((content: ToastContent) => {
    made.current += 1;
    const id = `toast-${made.current}`;
    setShown((toasts) => [...toasts, { id, content }].slice(-MOST_AT_ONCE));
    return id;
  }, []);
  const toasts = useMemo(() => ({ show, dismiss }), [show, dismiss]);

  return (
    <ToastContext value={toasts}>
      {children}
      <ToastRegion shown={shown} onDismiss={dismiss} />
    </ToastContext>
  );
}

/** Tells pages how high the messages stand (px), so that the end of a list can be scrolled clear of them. */
function reserveRoom(height: number): void {
  document.documentElement.style.setProperty("--ui-toasts", `${height}px`);
}

interface ToastRegionProps {
  readonly shown: readonly ShownToast[];
  readonly onDismiss: (id: string) => void;
}

/** The place of the toasts. It never takes the focus; F8 brings the focus here and back. */
function ToastRegion({ shown, onDismiss }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null);
  // Weakly: what had the focus may leave the page meanwhile, and would keep all of that page alive.
  const cameFrom = useRef<WeakRef<Element>>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  const toggleFocus = useEffectEvent(() => {
    if (region.current?.contains(document.activeElement)) return leave();
    remember(document.activeElement);
    region.current?.querySelector("button")?.focus();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      event.preventDefault();
      toggleFocus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const isPaused = isPointedAt || isFocused;
  useLayoutEffect(() => reserveRoom(shown.length === 0 ? 0 : (region.current?.offsetHeight ?? 0)), [shown]);

  function remember(element: EventTarget | null) {
    if (element instanceof Element) cameFrom.current = new WeakRef(element);
  }

  function leave() {
    const back = cameFrom.current?.deref();
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  }

  function dismiss(id: string) {
    const hadFocus = region.current?.contains(document.activeElement) ?? false;
    onDismiss(id);
    if (hadFocus) {
      setIsFocused(false);
      leave();
    }
    if (shown.length <= 1) setIsPointedAt(false);
  }

  return (
    // The region is there before its first message: a live region that arrives filled is often not read out.
    <section
      ref={region}
      className={classes.region}
      aria-label="Messages (F8)"
      aria-live="polite"
      aria-relevant="additions"
      data-no-print
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={(event) => {
        if (!region.current?.contains(event.relatedTarget)) remember(event.relatedTarget);
        setIsFocused(true);
      }}
      onBlur={() => setIsFocused(false)}
    >
      <PauseContext value={isPaused}>
        {shown.map(({ id, content }) => (
          <Toast key={id} content={content} isPaused={isPaused} onDismiss={() => dismiss(id)} />
        ))}
      </PauseContext>
    </section>
  );
}
