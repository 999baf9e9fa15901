import { createContext, type ReactNode, use, useCallback, useRef } from "react";

type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says a message through the polite live region, without moving focus. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

/** Holds the polite live region for everything below it. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  // Written past React: a re-render of the app for words nobody sees would be waste.
  const announce = useCallback((message: string) => {
    const element = region.current;
    if (!element) return;
    // The same text twice is not a change, so the second one gets a space that nobody hears.
    element.textContent = element.textContent === message ? `${message}\u00a0` : message;
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div ref={region} className="ui-hidden" aria-live="polite" />
    </AnnounceContext>
  );
}
