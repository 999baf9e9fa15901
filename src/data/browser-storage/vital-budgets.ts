import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";
import { storageErrorMessage } from "./storage-messages";

/** Budgets by metric, such as `LCP`, in the metric's unit. A value equal to the budget is within budget. */
export type VitalBudgets = ReadonlyMap<string, number>;

export interface StoredBudgets {
  readonly budgets: VitalBudgets;
  /** Returns an error message, or null after saving. */
  readonly setBudgets: (budgets: VitalBudgets) => string | null;
}

/** Returns the budgets of a connection and project. Stored on this device and synchronized between tabs. */
export function useVitalBudgets({ client, projectId }: Api): StoredBudgets {
  const key = `environs.vital-budgets.${client.connection.id}.${projectId}`;
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const budgets = useMemo(() => parseBudgets(text), [text]);
  return { budgets, setBudgets: (chosen) => storeBudgets(key, chosen) };
}

const budgetSchema = z.number().check(z.gte(0));

function parseBudgets(text: string | null): VitalBudgets {
  try {
    const list = z.safeParse(z.array(z.unknown()), JSON.parse(text ?? "[]"));
    const pairs = (list.success ? list.data : []).filter((item) => Array.isArray(item));
    const entries = pairs.flatMap(([metric, value]): [string, number][] => {
      const [name, read] = [z.safeParse(z.string(), metric), z.safeParse(budgetSchema, value)];
      return name.success && read.success ? [[name.data, read.data]] : [];
    });
    return new Map(entries);
  } catch {
    return new Map();
  }
}

function storeBudgets(key: string, budgets: VitalBudgets): string | null {
  const result = writeStored(key, budgets.size === 0 ? null : JSON.stringify([...budgets]));
  return storageErrorMessage(result, "budgets");
}
