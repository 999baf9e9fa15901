import { useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { listenKept, readKept, writeKept } from "./local-storage";

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

const savedView = z.object({ id: z.string(), name: z.string(), search: z.string() });
const NO_VIEWS: readonly SavedView[] = [];

/** The saved views of a collection for a connection and project: kept on this device, and the same in all tabs. */
export function useSavedViews({ client, projectId }: Api, collection: string): SavedViews {
  const key = `environs.views.${client.connection.id}.${projectId}.${collection}`;
  const views = useSyncExternalStore(listenKept, () => viewsOf(readKept(key)));
  const [error, setError] = useState<string | null>(null);

  // Read again before each change: another tab may have been faster than its event.
  function change(edit: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
    const failure = write(key, edit(viewsOf(readKept(key))));
    setError(failure);
    return failure === null;
  }

  return {
    views,
    error,
    save: (name, search) => change((kept) => withView(kept, name, search)),
    rename: (id, name) => change((kept) => kept.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id) => {
      const before = viewsOf(readKept(key));
      const place = before.findIndex((view) => view.id === id);
      const removed = before[place];
      if (!removed) return () => true;
      const isRemoved = change((kept) => kept.filter((view) => view.id !== id));
      return isRemoved ? () => change((kept) => withRestored(kept, removed, place)) : null;
    },
  };
}

function withView(views: readonly SavedView[], name: string, search: string): readonly SavedView[] {
  const same = views.find((view) => view.name === name);
  if (same) return views.map((view) => (view === same ? { ...view, search } : view));
  return [...views, { id: newId(), name, search }];
}

/** Not `crypto.randomUUID`: a page served by plain HTTP does not have it. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function withRestored(views: readonly SavedView[], removed: SavedView, place: number): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== removed.id);
  return [...others.slice(0, place), removed, ...others.slice(place)];
}

// More lists than one page shows; what is pushed out is read again.
const MOST_LISTS = 50;
const parsed = new Map<string, readonly SavedView[]>();

/** The same text gives the same list, as React asks for. */
function viewsOf(text: string | null): readonly SavedView[] {
  if (text === null) return NO_VIEWS;
  const known = parsed.get(text);
  if (known) return known;
  const views = parseViews(text);
  if (parsed.size >= MOST_LISTS) parsed.clear();
  parsed.set(text, views);
  return views;
}

/** What others wrote there, or an older version, is left out rather than trusted. */
function parseViews(text: string): readonly SavedView[] {
  try {
    const list = z.safeParse(z.array(z.unknown()), JSON.parse(text));
    if (!list.success) return NO_VIEWS;
    return list.data.flatMap((item) => {
      const view = z.safeParse(savedView, item);
      return view.success ? [view.data] : [];
    });
  } catch {
    return NO_VIEWS;
  }
}

/** Null when it is kept, else why not. */
function write(key: string, views: readonly SavedView[]): string | null {
  switch (writeKept(key, views.length === 0 ? null : JSON.stringify(views))) {
    case "kept":
      return null;
    case "full":
      return "This browser's storage for the page is full. Delete views that are not needed.";
    case "refused":
      return "This browser does not let the page keep anything, so views cannot be saved.";
  }
}
