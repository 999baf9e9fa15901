import { createContext, type ReactNode, use, useCallback, useRef } from "react";

type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Announces a message in a polite live region without moving focus. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  // Updated outside of React to avoid re-rendering the app.
  const announce = useCallback((message: string) => {
    const element = region.current;
    if (!element) return;
    // An unchanged text isn't announced, so a repeated one gets a trailing space.
    element.textContent = element.textContent === message ? `${message}\u00a0` : message;
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div ref={region} className="ui-hidden" aria-live="polite" />
    </AnnounceContext>
  );
}
