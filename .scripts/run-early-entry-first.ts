import type { Plugin } from "vite";

const ENTRY = "/src/early-fetch-entry.ts";

/** Makes the chunk with the early requests run as soon as it has loaded, before the main script. */
export function runEarlyEntryFirst(): Plugin {
  return {
    name: "run-early-entry-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(ENTRY)),
        );
        const attribute = `${chunk?.fileName}"`;
        if (!html.includes(attribute)) throw new Error(`The page has no script with ${ENTRY}.`);
        return html.replace(attribute, `${attribute} async`);
      },
    },
  };
}
