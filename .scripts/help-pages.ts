import { marked, type Token } from "marked";
import type { Plugin } from "vite";

/** Removes what the app doesn't render, such as the Markdown source of each token. */
function trim(key: string, value: unknown): unknown {
  return key === "raw" ? undefined : value;
}

/** Imports the help pages as Markdown tokens, which src/features/help renders. Nothing is parsed at run time. */
export function helpPages(): Plugin {
  return {
    name: "help-pages",
    transform: {
      filter: { id: /\/src\/features\/help\/pages\/[\w-]+\.md$/ },
      handler(markdown) {
        const tokens: readonly Token[] = marked.lexer(markdown).filter(({ type }) => type !== "space");
        return { code: `export default ${JSON.stringify(tokens, trim)}`, moduleType: "js", map: null };
      },
    },
  };
}
