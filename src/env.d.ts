/// <reference types="vite/client" />

/** False in a live-only build, which contains no mocks. Set in vite.config.ts. */
declare const __WITH_DEMO__: boolean;

/** A help page as Markdown tokens, imported by `.scripts/help-pages.ts`. */
declare module "*.md" {
  const tokens: readonly import("marked").Token[];
  export default tokens;
}
