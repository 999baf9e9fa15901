import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import { sourceOf } from "@/data/exports/export-state";
import { parseInstant, toIso } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { readContext } from "./context-text";
import { type ExportFormValues, type FormOrigin, OTHER_FORMAT, showsContext } from "./export-form-values";

const DAY = 86_400_000;
/** How long servers keep an export when nothing is said (upstream-facts, Exports). */
const USUAL_TIME = 26 * 7 * DAY;

/** The format that is asked for, typed or chosen. */
function formatOf({ format, otherFormat }: ExportFormValues): string {
  return format === OTHER_FORMAT ? otherFormat.trim() : format;
}

/** What a valid form asks for: one export for each source. */
export function toCreations(values: ExportFormValues, origin: FormOrigin): readonly ExportCreation[] {
  const reading = showsContext(values, origin) ? readContext(values.context) : null;
  const until = values.keep === "until" ? fromLocalInput(values.until, origin.zone) : null;
  const rest = {
    export_format: formatOf(values),
    ...(reading?.ok && { export_context: reading.value }),
    ...(until?.ok && { expires_after: until.iso }),
  };
  if (values.source === "context") return [rest];
  const ids = new Set(values.numbers.map(Number));
  return [...ids].map((id) =>
    values.source === "insight"
      ? { insight: id, ...rest }
      : { dashboard: id, ...(origin.alongside !== null && { insight: origin.alongside }), ...rest },
  );
}

/** Why the request of a record cannot be sent again; undefined where it can. */
export function againRefusal(record: ExportedAsset): string | undefined {
  return sourceOf(record).kind === "none" ? "The server does not say what it was made of." : undefined;
}

/** The request of a record once more. One that was kept for another time than usual is kept as long again. */
export function againBody(record: ExportedAsset, now: Date): ExportCreation {
  const { dashboard, insight, export_format, export_context } = record;
  const kept = keptFor(record);
  return {
    ...(dashboard !== null && { dashboard }),
    ...(insight !== null && { insight }),
    export_format,
    ...(export_context !== null && export_context !== undefined && { export_context }),
    ...(kept !== null && { expires_after: toIso(new Date(now.getTime() + kept)) }),
  };
}

/** Ms for which an export was to be kept; null where that is the usual time, or not known. */
function keptFor({ created_at: created, expires_after: expires }: ExportedAsset): number | null {
  const from = created === null ? null : parseInstant(created);
  const to = expires === null ? null : parseInstant(expires);
  if (from === null || to === null) return null;
  const time = to.getTime() - from.getTime();
  return time <= 0 || Math.abs(time - USUAL_TIME) < DAY ? null : time;
}
