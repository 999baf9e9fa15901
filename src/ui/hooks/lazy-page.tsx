import { type FunctionComponent, lazy, useState } from "react";

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

/**
 * Imports a failed module with another URL, because Chromium 150 never fetches a failed module
 * again. Throws `cause` on the first attempt, or when the error contains no URL.
 */
function importAgain<Module>(cause: unknown, attempt: number): Promise<Module> {
  const url = attempt > 1 && /https?:\S+\.js/.exec(String(cause))?.[0];
  if (!url) throw cause;
  return import(/* @vite-ignore */ `${url}?${attempt}`);
}

/**
 * Creates a lazy component, as React.lazy does. Loading can also start before rendering, and can be
 * retried.
 */
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

  function Component(props: Props) {
    // Uses loaded code directly, because `lazy` would still suspend. React would then show the
    // placeholder for at least 300 ms.
    const [Loaded] = useState(() => loaded ?? Page);
    return <Loaded {...props} />;
  }
  return { Component, load, isLoaded: () => loaded !== undefined };
}
