import type { QueryClient } from "@tanstack/react-query";
import { refreshCollections } from "@/data/collection/use-collection";
import { tabNews } from "./tab-channel";

/** What the keys begin with that a write makes stale: the connection, which holds no key of its own, the project, the resource. */
export type WriteScope = readonly [connection: string, projectId: string, resource: string];

/** Ms in which writes of other tabs are gathered before anything is read. */
const GATHER_FOR = 500;
/** Ms between two looks: a run in another tab makes many writes, and is not to cost this one as many requests. */
const LOOK_EVERY = 4_000;

const news = tabNews("environs-writes");

/** Says to the browser's other tabs what a write of this one has made stale. */
export function tellOtherTabs(scope: WriteScope): void {
  news.tellOthers(scope);
}

/** Whether it is the scope of a write: the other tab may run another version. */
function isScope(message: unknown): message is WriteScope {
  return Array.isArray(message) && message.length === 3 && message.every((part) => typeof part === "string");
}

/**
 * Has what other tabs write read again where it is shown, until the answer is called: soon, seldom, and not before this
 * tab is looked at. Lists say what they find different, as after any refresh.
 */
export function heedOtherTabs(queries: QueryClient): () => void {
  const stale = new Map<string, WriteScope>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function lookSoon(): void {
    if (stale.size === 0 || document.hidden) return;
    timer ??= setTimeout(look, Math.max(GATHER_FOR, lookedAt + LOOK_EVERY - performance.now()));
  }

  function look(): void {
    timer = undefined;
    if (document.hidden) return;
    lookedAt = performance.now();
    for (const queryKey of stale.values()) {
      void queries.invalidateQueries({ queryKey });
      // Nothing of the write is shown here: a list too long to be read again by itself says that it is old.
      refreshCollections(queries, queryKey, false);
    }
    stale.clear();
  }

  const stop = news.watch((message) => {
    if (!isScope(message)) return;
    stale.set(JSON.stringify(message), message);
    lookSoon();
  });
  document.addEventListener("visibilitychange", lookSoon);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", lookSoon);
  };
}
