import type { JournalEntry } from "./journal-entry";

/** This page among the browser's tabs; another one after a reload. */
export const TAB_ID = Math.random().toString(36).slice(2, 12);

/** Entries of this tab that the browser has not kept, by their id: not yet, or never. */
export const memoryOnly = new Map<string, JournalEntry>();
