import { marked, type Token } from "marked";
import type { Plugin } from "vite";

/** Imports the help pages as Markdown tokens, which src/features/help renders. Nothing is parsed at run time. */
export function helpPages(): Plugin {
  return {
    name: "help-pages",
    transform: {
      filter: { id: /\/src\/features\/help\/pages\/[\w-]+\.md$/ },
      handler(markdown) {
        const tokens: readonly Token[] = marked.lexer(markdown).filter(({ type }) => type !== "space");
        // `raw` is the Markdown of a token.
        const json = JSON.stringify(tokens, (key, value) => (key === "raw" ? undefined : value));
        return { code: `export default ${json}`, moduleType: "js", map: null };
      },
    },
  };
}
