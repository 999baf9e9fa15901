import type { Collection, CollectionState } from "./collection";

export interface LoadedList<Item> {
  readonly collection: Pick<Collection<Item>, "find" | "loadAll" | "refresh" | "scheduleRefresh" | "resume">;
  readonly state: CollectionState<Item>;
}
