import { type ComponentType, lazy } from "react";

/** The code of a page did not arrive: no connection, or a newer version was deployed meanwhile. */
export class PageLoadError extends Error {
  override readonly name = "PageLoadError";
}

/** A page whose code is loaded on demand. */
export interface LazyPage {
  readonly Component: ComponentType;
  /** Starts loading. @throws PageLoadError */
  readonly load: () => Promise<unknown>;
}

const failed = new Set<() => void>();

/** Lets pages whose code failed to load be tried again. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Like React.lazy, except that loading can begin before rendering, and a failed load is not final. */
export function lazyPage<Name extends string>(
  importPage: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let Page = lazy(load);

  function load(): Promise<{ default: ComponentType }> {
    loading ??= importPage().then(
      (module) => ({ default: module[name] }),
      (cause: unknown) => {
        failed.add(forget);
        throw new PageLoadError("The code of this page could not be loaded", { cause });
      },
    );
    return loading;
  }

  function forget(): void {
    loading = undefined;
    Page = lazy(load);
  }

  function Component() {
    return <Page />;
  }
  return { Component, load };
}
