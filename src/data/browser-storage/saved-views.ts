import { useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";
import { storageErrorMessage } from "./storage-messages";

export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The URL's search string without "?". */
  readonly search: string;
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** Adds a view or replaces the one with the same name. Returns false when storage fails. */
  readonly save: (name: string, search: string) => boolean;
  readonly rename: (id: string, name: string) => boolean;
  /** Returns an undo function, or null when the view couldn't be removed. */
  readonly remove: (id: string) => (() => boolean) | null;
  readonly error: string | null;
}

const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: z.string() });
const NO_VIEWS: readonly SavedView[] = [];

function storageKey({ client, projectId }: Api, collection: string): string {
  return `environs.views.${client.connection.id}.${projectId}.${collection}`;
}

/** Returns a list's saved views without subscribing to changes. */
export function readSavedViews(api: Api, collection: string): readonly SavedView[] {
  return readViews(readStored(storageKey(api, collection)));
}

/** Adds views that the list doesn't have yet. Ignores storage errors. */
export function addMissingViews(api: Api, collection: string, added: readonly SavedView[]): void {
  const views = readSavedViews(api, collection);
  const missing = added.filter((view) => !views.some(({ id, name }) => id === view.id || name === view.name));
  storeViews(storageKey(api, collection), [...views, ...missing]);
}

/**
 * Returns a list's saved views for a connection and project. They are stored on this device and
 * synchronized between tabs.
 */
export function useSavedViews(api: Api, collection: string): SavedViews {
  const key = storageKey(api, collection);
  const views = useSyncExternalStore(subscribeStored, () => readViews(readStored(key)));
  const [error, setError] = useState<string | null>(null);

  // Reads the stored views before each change, because another tab may have changed them and its
  // storage event may not have arrived yet.
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

/**
 * Generates an ID without `crypto.randomUUID`, which is missing on pages served over HTTP.
 */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function restoreView(views: readonly SavedView[], removed: SavedView, index: number): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== removed.id);
  return [...others.slice(0, index), removed, ...others.slice(index)];
}

// The cache is cleared when it reaches this size.
const MAX_CACHED_LISTS = 50;
const parsedViews = new Map<string, readonly SavedView[]>();

/** Returns the same array for the same text, as `useSyncExternalStore` requires. */
function readViews(text: string | null): readonly SavedView[] {
  if (text === null) return NO_VIEWS;
  const known = parsedViews.get(text);
  if (known) return known;
  const views = parseViews(text);
  if (parsedViews.size >= MAX_CACHED_LISTS) parsedViews.clear();
  parsedViews.set(text, views);
  return views;
}

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

function storeViews(key: string, views: readonly SavedView[]): string | null {
  const result = writeStored(key, views.length === 0 ? null : JSON.stringify(views));
  return storageErrorMessage(result, "view", "Delete views you don't need.");
}
