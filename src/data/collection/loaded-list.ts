import type { Collection, CollectionState } from "./collection";

/** A collection and its loading state. Used by pages that need complete lists. */
export interface LoadedList<Item> {
  readonly collection: Pick<Collection<Item>, "find" | "loadAll" | "refresh" | "scheduleRefresh" | "resume">;
  readonly state: CollectionState<Item>;
}
