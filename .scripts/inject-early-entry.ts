import type { Plugin } from "vite";

const ENTRY = "src/early-fetch-entry.ts";

/**
 * Adds a small script to the page's head. It sends the page's first requests before the main script
 * runs. Code that both scripts use isn't duplicated.
 */
export function injectEarlyEntry(): Plugin {
  let base = "/";
  let isBuild = false;
  return {
    name: "send-early",
    configResolved(config) {
      base = config.base;
      isBuild = config.command === "build";
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: "chunk", id: ENTRY, name: "early" });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const built = Object.values(bundle ?? {}).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith(`/${ENTRY}`),
        );
        if (bundle !== undefined && built === undefined) throw new Error(`${ENTRY} was not built`);
        const src = base + (built?.fileName ?? ENTRY);
        const attrs = { type: "module", async: true, crossorigin: true, src };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}
