/**
 * Flattens a record to dotted paths. Lists of primitive values become comma-separated text. Other lists become JSON.
 */
export function flattenFields(
  record: Readonly<Record<string, unknown>>,
): Map<string, string | number | null> {
  const cells = new Map<string, string | number | null>();
  collectFields(record, "", cells);
  return cells;
}

function collectFields(
  record: Readonly<Record<string, unknown>>,
  path: string,
  cells: Map<string, string | number | null>,
): void {
  for (const [name, value] of Object.entries(record)) {
    if (isRecord(value) && Object.keys(value).length > 0) collectFields(value, `${path}${name}.`, cells);
    else cells.set(path + name, toCell(value));
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  if (Array.isArray(value) && value.every(isPrimitive))
    return value.map((item) => String(item ?? "")).join(", ");
  return JSON.stringify(value) ?? null;
}

function isPrimitive(value: unknown): boolean {
  return value === null || typeof value !== "object";
}
