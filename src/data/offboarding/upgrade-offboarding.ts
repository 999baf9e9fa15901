import * as z from "zod/mini";

const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ["leaver", "departingMember"],
  ["named", "mentioning"],
  ["keeps", "organizationLevel"],
  ["looked", "coverage"],
]);
const OLD_COVERAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ["deliveries", "subscriptions"],
  ["bin", "trash"],
]);
const OLD_UNTOUCHED_NAMES: ReadonlyMap<string, string> = new Map([["isInBin", "isInTrash"]]);

const fields = z.looseObject({});
const upgradableRecord = z.looseObject({
  coverage: fields,
  created: z.array(fields),
  mentioning: z._default(z.array(fields), []),
  choices: z.looseObject({ own: fields, ticks: fields }),
  steps: z.array(z.looseObject({ key: z.string(), kind: z.string() })),
});

function renameKeys(record: object, rename: (key: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]));
}

/** Renames a step's kind or the prefix of its key. For example, "bin 12" becomes "trash 12". */
function renameKind(kind: string): string {
  return kind.replace(/^bin\b/, "trash").replace(/^delivery\b/, "subscription");
}

/**
 * Renames the fields of a record that version 1 of the database stored. Returns anything else
 * unchanged, because the schema rejects it later.
 */
export function upgradeOffboarding(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null) return stored;
  const renamed = z.safeParse(
    upgradableRecord,
    renameKeys(stored, (key) => OLD_NAMES.get(key) ?? key),
  );
  if (!renamed.success) return stored;
  const { coverage, created, mentioning, choices, steps } = renamed.data;
  const renameUntouched = (record: object) =>
    renameKeys(record, (key) => OLD_UNTOUCHED_NAMES.get(key) ?? key);
  return {
    ...renamed.data,
    coverage: renameKeys(coverage, (key) => OLD_COVERAGE_NAMES.get(key) ?? key),
    created: created.map(renameUntouched),
    mentioning: mentioning.map(renameUntouched),
    choices: {
      ...choices,
      own: renameKeys(choices.own, renameKind),
      ticks: renameKeys(choices.ticks, renameKind),
    },
    steps: steps.map((step) => ({ ...step, key: renameKind(step.key), kind: renameKind(step.kind) })),
  };
}
