import type { JournalEntry } from "./journal-entry";

/** Identifies this page among the browser's tabs. A reload changes it. */
export const TAB_ID = Math.random().toString(36).slice(2, 12);

/** This tab's entries that aren't persisted yet, by ID. */
export const memoryOnly = new Map<string, JournalEntry>();
