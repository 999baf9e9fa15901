import type { ExportCreation, ExportedAsset } from "@/api/exports";
import { getExportSource } from "@/data/exports/exports";
import { fromLocalInput } from "@/lib/time/calendar-days";
import { parseInstant, toIso } from "@/lib/time/dates";
import type { ExportFormOrigin, ExportFormValues } from "./export-form-values";
import { CUSTOM_FORMAT, parseContext, showsContext } from "./export-form-values";

const DAY_MS = 86_400_000;
/** Default lifetime of exports on servers, in ms (upstream-facts, Exports). */
const DEFAULT_LIFETIME_MS = 26 * 7 * DAY_MS;

function resolveFormat({ format, otherFormat }: ExportFormValues): string {
  return format === CUSTOM_FORMAT ? otherFormat.trim() : format;
}

/** Converts valid form values to request bodies, one per source. */
export function toExportCreations(
  values: ExportFormValues,
  origin: ExportFormOrigin,
): readonly ExportCreation[] {
  const reading = showsContext(values, origin) ? parseContext(values.context) : null;
  const expiresAt = values.keep === "until" ? fromLocalInput(values.until, origin.zone) : null;
  const sharedFields = {
    export_format: resolveFormat(values),
    ...(reading?.ok && { export_context: reading.value }),
    ...(expiresAt?.ok && { expires_after: expiresAt.iso }),
  };
  if (values.source === "context") return [sharedFields];
  const ids = new Set(values.numbers.map(Number));
  return [...ids].map((id) =>
    values.source === "insight"
      ? { insight: id, ...sharedFields }
      : {
          dashboard: id,
          ...(origin.secondarySource !== null && { insight: origin.secondarySource }),
          ...sharedFields,
        },
  );
}

/** Returns why an export can't be repeated. Undefined if it can. */
export function repeatRefusal(record: ExportedAsset): string | undefined {
  return getExportSource(record).kind === "none" ? "The source of this export is unknown." : undefined;
}

/** Returns a request body that repeats an export. A custom lifetime starts at `now`. */
export function createRepeatBody(record: ExportedAsset, now: Date): ExportCreation {
  const { dashboard, insight, export_format, export_context } = record;
  const lifetime = lifetimeMs(record);
  return {
    ...(dashboard !== null && { dashboard }),
    ...(insight !== null && { insight }),
    export_format,
    ...(export_context !== null && export_context !== undefined && { export_context }),
    ...(lifetime !== null && { expires_after: toIso(new Date(now.getTime() + lifetime)) }),
  };
}

/** Returns an export's lifetime in ms. Null for the default or an unknown lifetime. */
function lifetimeMs({ created_at: created, expires_after: expires }: ExportedAsset): number | null {
  const from = created === null ? null : parseInstant(created);
  const to = expires === null ? null : parseInstant(expires);
  if (from === null || to === null) return null;
  const time = to.getTime() - from.getTime();
  return time <= 0 || Math.abs(time - DEFAULT_LIFETIME_MS) < DAY_MS ? null : time;
}
