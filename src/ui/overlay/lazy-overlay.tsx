import { type FunctionComponent, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useHeldKeys } from "@/ui/hooks/use-held-keys";

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
): FunctionComponent<Props> {
  const { Component, load, isLoaded } = lazyPage(importOverlay, name);

  return function LazyOverlay(props: Props) {
    const [isReady, setIsReady] = useState(isLoaded);
    const [error, setError] = useState<unknown>(null);
    const { onClose }: { readonly onClose?: () => void } = props;
    const typedText = useHeldKeys({ isHolding: !isReady, collectsText, onEscape: onClose });

    useEffect(() => {
      // Rendered synchronously, so that no key arrives between the collected text and the overlay's field.
      if (!isReady) load().then(() => flushSync(() => setIsReady(true)), setError);
    }, [isReady]);

    if (error !== null) throw error;
    if (!isReady) return null;
    return (
      <Suspense fallback={null}>
        <Component {...props} {...(collectsText && { typedText: typedText.current })} />
      </Suspense>
    );
  };
}
