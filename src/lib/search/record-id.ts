/** Parses a record ID from the URL. Returns null for an invalid ID. */
export function parseRecordId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
