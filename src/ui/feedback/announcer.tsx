import { createContext, type ReactNode, use, useCallback, useRef } from "react";

type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Returns a function that announces a message in a polite live region. Focus doesn't move. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  // Sets the text outside React, so that the app isn't rendered again.
  const announce = useCallback((message: string) => {
    const element = region.current;
    if (!element) return;
    // Screen readers ignore unchanged text, so a repeated message gets a trailing space.
    element.textContent = element.textContent === message ? `${message}\u00a0` : message;
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div ref={region} className="ui-hidden" aria-live="polite" />
    </AnnounceContext>
  );
}
