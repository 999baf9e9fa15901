import { type ComponentType, use } from "react";

/** The code of a page did not arrive: no connection, or a newer version was deployed meanwhile. */
export class PageLoadError extends Error {
  override readonly name = "PageLoadError";
}

/** A page whose code is loaded on demand. */
export interface LazyPage {
  readonly Component: ComponentType;
  /** Starts loading; resolves when the page can be rendered at once. @throws PageLoadError */
  readonly load: () => Promise<ComponentType>;
}

/** Like React.lazy, except that a failed load can be tried again and a finished one never suspends. */
export function lazyPage<Name extends string>(
  importPage: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loading: Promise<ComponentType> | undefined;

  function load(): Promise<ComponentType> {
    loading ??= importPage().then(
      (module) => {
        const Page = module[name];
        // React reads these two fields: a page whose code is there is then rendered without a detour.
        loading = Object.assign(Promise.resolve(Page), { status: "fulfilled", value: Page });
        return Page;
      },
      (cause: unknown) => {
        loading = undefined;
        throw new PageLoadError("The code of this page could not be loaded", { cause });
      },
    );
    return loading;
  }

  function Component() {
    const Page = use(load());
    return <Page />;
  }
  return { Component, load };
}
