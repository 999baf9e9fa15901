import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { createMemory } from "@/ui/hooks/scroll-restoration";
import type { LineRange, RowId, RowShape } from "./data-table-types";

/** The row that has the focus or had it last. */
export interface ActiveRow {
  readonly id: RowId;
  readonly place: number;
}

interface KeptRows {
  readonly shape: RowShape | null;
  readonly range: LineRange;
  readonly active: ActiveRow | null;
}

/** What is known of rows that were drawn once; it outlives the table for the way back to it. */
export interface RowMemory {
  readonly read: () => KeptRows;
  readonly keep: (part: Partial<KeptRows>) => void;
  /** Heights of lines of cards, by the id of their first row. */
  readonly heights: Map<RowId, number>;
}

function newMemory(): RowMemory {
  let kept: KeptRows = { shape: null, range: { first: 0, last: 0 }, active: null };
  return {
    read: () => kept,
    keep: (part) => {
      kept = { ...kept, ...part };
    },
    heights: new Map(),
  };
}

const memories = createMemory<RowMemory>();

/** The memory of a table: on Back and Forward the one it had, so that the same rows are drawn at once. */
export function useRowMemory(label: string): RowMemory {
  const entry = `${useLocation().key} ${label}`;
  const type = useNavigationType();
  const [memory] = useState(() => (type === "POP" ? memories.get(entry) : undefined) ?? newMemory());
  useLayoutEffect(() => memories.keep(entry, memory), [entry, memory]);
  return memory;
}
