import { useMemo } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/backend/backend";
import { defineSetting, listOf, projectScope, storageErrorMessage } from "./local-storage";

const ownDomains = defineSetting("own-domains", z.array(z.string()), []);

export interface OwnDomains {
  /** Domains in the form that `parseDomain` returns. Empty by default. */
  readonly domains: readonly string[];
  /** Returns an error message, or null after saving. */
  readonly setDomains: (domains: readonly string[]) => string | null;
}

export function useOwnDomains(api: Api): OwnDomains {
  const scope = projectScope(api);
  return {
    domains: ownDomains.useValue(scope),
    setDomains: (domains) =>
      storageErrorMessage(ownDomains.write(scope, domains.length === 0 ? null : [...domains]), "domains"),
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

export interface StoredResumeDates {
  readonly dates: ResumeDates;
  /** Stores a resume date, or removes it when `day` is null. Returns an error message, or null after saving. */
  readonly setDate: (ids: readonly number[], day: string | null) => string | null;
}

/** Returns a project's resume dates. Stored on this device, because servers have no field for them. */
export function useResumeDates(api: Api): StoredResumeDates {
  const stored = resumeDates.useValue(projectScope(api));
  const dates = useMemo(() => new Map(stored.map(({ id, day }) => [id, day])), [stored]);
  return { dates, setDate: (ids, day) => storeResumeDate(api, ids, day) };
}

/** Stores a resume date, or removes it when `day` is null. Returns an error message, or null after saving. */
export function storeResumeDate(api: Api, ids: readonly number[], day: string | null): string | null {
  const scope = projectScope(api);
  const others = resumeDates.read(scope).filter(({ id }) => !ids.includes(id));
  const dates = [...others, ...(day === null ? [] : ids.map((id) => ({ id, day })))];
  return storageErrorMessage(resumeDates.write(scope, dates.length === 0 ? null : dates), "reminder");
}

/** Budgets by metric, such as `LCP`, in the metric's unit. A value equal to the budget is within budget. */
export type VitalBudgets = ReadonlyMap<string, number>;

export interface StoredBudgets {
  readonly budgets: VitalBudgets;
  /** Returns an error message, or null after saving. */
  readonly setBudgets: (budgets: VitalBudgets) => string | null;
}

const budgets = defineSetting("vital-budgets", listOf(z.tuple([z.string(), z.number().check(z.gte(0))])), []);

export function useVitalBudgets(api: Api): StoredBudgets {
  const scope = projectScope(api);
  const stored = budgets.useValue(scope);
  return {
    budgets: useMemo(() => new Map(stored), [stored]),
    setBudgets: (chosen) =>
      storageErrorMessage(budgets.write(scope, chosen.size === 0 ? null : [...chosen]), "budgets"),
  };
}
