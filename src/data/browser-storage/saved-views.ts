import { useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";

/** A search of a collection that a person gave a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The search of the page's address, without the question mark. */
  readonly search: string;
}

/** The saved views of a collection, and the ways to change them. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  /** Puts a view at the end; one of the same name is replaced in its place. False where it could not be kept. */
  readonly save: (name: string, search: string) => boolean;
  readonly rename: (id: string, name: string) => boolean;
  /** Gives the function that puts the view back; null where it could not be removed. */
  readonly remove: (id: string) => (() => boolean) | null;
  /** Why the last change was not kept, as a sentence; null when it was. */
  readonly error: string | null;
}

const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: z.string() });
const NO_VIEWS: readonly SavedView[] = [];

/** The saved views of a collection for a connection and project: kept on this device, and the same in all tabs. */
export function useSavedViews({ client, projectId }: Api, collection: string): SavedViews {
  const key = `environs.views.${client.connection.id}.${projectId}.${collection}`;
  const views = useSyncExternalStore(subscribeStored, () => readViews(readStored(key)));
  const [error, setError] = useState<string | null>(null);

  // Read again before each change: another tab may have been faster than its event.
  function updateViews(edit: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
    const failure = storeViews(key, edit(readViews(readStored(key))));
    setError(failure);
    return failure === null;
  }

  return {
    views,
    error,
    save: (name, search) => updateViews((current) => upsertView(current, name, search)),
    rename: (id, name) =>
      updateViews((current) => current.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id) => {
      const before = readViews(readStored(key));
      const index = before.findIndex((view) => view.id === id);
      const removed = before[index];
      if (!removed) return () => true;
      const isRemoved = updateViews((current) => current.filter((view) => view.id !== id));
      return isRemoved ? () => updateViews((current) => restoreView(current, removed, index)) : null;
    },
  };
}

function upsertView(views: readonly SavedView[], name: string, search: string): readonly SavedView[] {
  const same = views.find((view) => view.name === name);
  if (same) return views.map((view) => (view === same ? { ...view, search } : view));
  return [...views, { id: newId(), name, search }];
}

/** Not `crypto.randomUUID`: a page served by plain HTTP does not have it. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function restoreView(views: readonly SavedView[], removed: SavedView, index: number): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== removed.id);
  return [...others.slice(0, index), removed, ...others.slice(index)];
}

// More lists than one page shows; what is pushed out is read again.
const MAX_CACHED_LISTS = 50;
const parsedViews = new Map<string, readonly SavedView[]>();

/** The same text gives the same list, as React asks for. */
function readViews(text: string | null): readonly SavedView[] {
  if (text === null) return NO_VIEWS;
  const known = parsedViews.get(text);
  if (known) return known;
  const views = parseViews(text);
  if (parsedViews.size >= MAX_CACHED_LISTS) parsedViews.clear();
  parsedViews.set(text, views);
  return views;
}

/** What others wrote there, or an older version, is left out rather than trusted. */
function parseViews(text: string): readonly SavedView[] {
  try {
    const list = z.safeParse(z.array(z.unknown()), JSON.parse(text));
    if (!list.success) return NO_VIEWS;
    return list.data.flatMap((item) => {
      const view = z.safeParse(savedViewSchema, item);
      return view.success ? [view.data] : [];
    });
  } catch {
    return NO_VIEWS;
  }
}

/** Null when it is kept, else why not. */
function storeViews(key: string, views: readonly SavedView[]): string | null {
  switch (writeStored(key, views.length === 0 ? null : JSON.stringify(views))) {
    case "kept":
      return null;
    case "full":
      return "Couldn't save: browser storage is full. Delete views you don't need.";
    case "refused":
      return "Couldn't save: the browser blocks storage.";
  }
}
