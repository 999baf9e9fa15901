import { useMemo, useState } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/backend/backend";
import { defineSetting, listOf, projectScope, storageErrorMessage } from "./local-storage";

export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The URL's search string without "?". */
  readonly search: string;
}

const savedViews = defineSetting<readonly SavedView[]>(
  "views",
  listOf(z.object({ id: z.string(), name: z.string(), search: z.string() })),
  [],
);
const scopeOf = (api: Api, collection: string) => `${projectScope(api)}.${collection}`;

/** Returns a list's saved views without subscribing to changes. */
export function readSavedViews(api: Api, collection: string): readonly SavedView[] {
  return savedViews.read(scopeOf(api, collection));
}

/** Adds views that the list doesn't have yet. Ignores storage errors. */
export function addMissingViews(api: Api, collection: string, added: readonly SavedView[]): void {
  const views = readSavedViews(api, collection);
  const missing = added.filter((view) => !views.some(({ id, name }) => id === view.id || name === view.name));
  storeViews(scopeOf(api, collection), [...views, ...missing]);
}

/** Returns a list's saved views, which are stored on this device and synchronized between tabs. */
export function useSavedViews(api: Api, collection: string) {
  const scope = scopeOf(api, collection);
  const views = savedViews.useValue(scope);
  const [error, setError] = useState<string | null>(null);

  // Reads the stored views before each change, because another tab may have changed them and its
  // storage event may not have arrived yet.
  function updateViews(edit: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
    const failure = storeViews(scope, edit(savedViews.read(scope)));
    setError(failure);
    return failure === null;
  }

  return {
    views,
    error,
    /** Adds a view or replaces the one with the same name. Returns false when storage fails. */
    save: (name: string, search: string) => updateViews((current) => upsertView(current, name, search)),
    rename: (id: string, name: string) =>
      updateViews((current) => current.map((view) => (view.id === id ? { ...view, name } : view))),
    /** Returns an undo function, or null when the view couldn't be removed. */
    remove: (id: string): (() => boolean) | null => {
      const before = savedViews.read(scope);
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

/** Generates an ID without `crypto.randomUUID`, which is missing on pages served over HTTP. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function restoreView(views: readonly SavedView[], removed: SavedView, index: number): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== removed.id);
  return [...others.slice(0, index), removed, ...others.slice(index)];
}

function storeViews(scope: string, views: readonly SavedView[]): string | null {
  return storageErrorMessage(savedViews.write(scope, views), "view", "Delete views you don't need.");
}

const ownDomains = defineSetting<readonly string[]>("own-domains", z.array(z.string()), []);

/** Own domains in the form that `parseDomain` returns. Empty by default. */
export type OwnDomains = ReturnType<typeof useOwnDomains>;

export function readOwnDomains(api: Api): readonly string[] {
  return ownDomains.read(projectScope(api));
}

export function useOwnDomains(api: Api) {
  const scope = projectScope(api);
  return {
    domains: ownDomains.useValue(scope),
    /** Returns an error message, or null after saving. */
    setDomains: (domains: readonly string[]) =>
      storageErrorMessage(ownDomains.write(scope, domains), "domains"),
  };
}

const MAX_RECENT_SOURCES = 10;
const recentSources = defineSetting("recent-sources", z.array(z.string()), []);

/** Returns the keys of recently used sources, newest first. */
export function readRecentSources(api: Api): readonly string[] {
  return recentSources.read(projectScope(api));
}

/** Stores a source as the most recently used one. Ignores storage errors. */
export function storeRecentSource(api: Api, key: string): void {
  const keys = [key, ...readRecentSources(api).filter((each) => each !== key)];
  recentSources.write(projectScope(api), keys.slice(0, MAX_RECENT_SOURCES));
}

const resumeDates = defineSetting("resume-dates", z.array(z.object({ id: z.int(), day: z.string() })), []);

/** Days on which this browser reminds the user to resume paused subscriptions, as `YYYY-MM-DD`, by subscription ID. */
export type ResumeDates = ReadonlyMap<number, string>;

/** Returns a project's resume dates. Stored on this device, because servers have no field for them. */
export function useResumeDates(api: Api): ResumeDates {
  const stored = resumeDates.useValue(projectScope(api));
  return useMemo(() => new Map(stored.map(({ id, day }) => [id, day])), [stored]);
}

/** Stores a resume date, or removes it when `day` is null. Returns an error message, or null after saving. */
export function storeResumeDate(api: Api, ids: readonly number[], day: string | null): string | null {
  const scope = projectScope(api);
  const others = resumeDates.read(scope).filter(({ id }) => !ids.includes(id));
  const dates = [...others, ...(day === null ? [] : ids.map((id) => ({ id, day })))];
  return storageErrorMessage(resumeDates.write(scope, dates), "reminder");
}

/** Budgets by metric, such as `LCP`, in the metric's unit. A value equal to the budget is within budget. */
export type VitalBudgets = ReadonlyMap<string, number>;

const budgets = defineSetting("vital-budgets", listOf(z.tuple([z.string(), z.number().check(z.gte(0))])), []);

export function useVitalBudgets(api: Api) {
  const scope = projectScope(api);
  const stored = budgets.useValue(scope);
  return {
    budgets: useMemo((): VitalBudgets => new Map(stored), [stored]),
    /** Returns an error message, or null after saving. */
    setBudgets: (chosen: VitalBudgets) => storageErrorMessage(budgets.write(scope, [...chosen]), "budgets"),
  };
}
