import { type FunctionComponent, lazy } from "react";

/** The code of a page did not arrive: no connection, or a newer version was deployed meanwhile. */
class PageLoadError extends Error {
  override readonly name = "PageLoadError";
}

/** A page whose code is loaded on demand. */
export interface LazyPage<Props = object> {
  readonly Component: FunctionComponent<Props>;
  /** Starts loading. @throws PageLoadError */
  readonly load: () => Promise<unknown>;
  /** Whether the code is here. */
  readonly isLoaded: () => boolean;
}

const failedPages = new Set<() => void>();

/** Lets pages whose code failed to load be tried again. */
export function resetFailedPages(): void {
  for (const reset of failedPages) reset();
  failedPages.clear();
}

/** Like React.lazy, except that loading can begin before rendering, and a failed load is not final. */
export function lazyPage<Name extends string, Props extends object = object>(
  importPage: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
): LazyPage<Props> {
  let loading: Promise<{ default: FunctionComponent<Props> }> | undefined;
  let isLoaded = false;
  let Page = lazy(load);

  function load(): Promise<{ default: FunctionComponent<Props> }> {
    loading ??= importPage().then(
      (module) => {
        isLoaded = true;
        return { default: module[name] };
      },
      (cause: unknown) => {
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
    return <Page {...props} />;
  }
  return { Component, load, isLoaded: () => isLoaded };
}
