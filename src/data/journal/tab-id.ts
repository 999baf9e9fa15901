import type { JournalEntry } from "./journal-entry";

/** Identifies this page among the browser's tabs. Changes on reload. */
export const TAB_ID = Math.random().toString(36).slice(2, 12);

/** Entries of this tab that aren't persisted, by ID. */
export const memoryOnly = new Map<string, JournalEntry>();
