/** A search parameter value. Null, undefined, and "" remove the parameter. */
export type ParamValue = string | number | boolean | null | undefined;

/** Reads an integer parameter and limits it to the range. Returns the fallback for an invalid value. */
export function readIntParam(
  params: URLSearchParams,
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = params.get(name)?.trim() ?? "";
  if (!/^[+-]?\d+$/.test(text)) return fallback;
  return Math.min(max, Math.max(min, Number(text)));
}

/** Reads a parameter with fixed choices. Returns the fallback for other values. */
export function readChoiceParam<const Choice extends string, Fallback>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  fallback: Fallback,
): Choice | Fallback {
  const text = params.get(name);
  return choices.find((choice) => choice === text) ?? fallback;
}

/**
 * Returns a copy with the changes. Removes a changed parameter if its new value is empty or the
 * default.
 */
export function writeParams(
  params: URLSearchParams,
  changes: Readonly<Record<string, ParamValue>>,
  defaults: Readonly<Record<string, ParamValue>> = {},
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    const text = formatParam(value);
    if (text === "" || text === formatParam(defaults[name])) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

/** Returns the search string with "?", or "" without parameters. Preserves the parameters in `otherParams`. */
export function buildSearch(
  values: Readonly<Record<string, ParamValue>>,
  otherParams: URLSearchParams = new URLSearchParams(),
): string {
  const text = writeParams(otherParams, values).toString();
  return text && `?${text}`;
}

function formatParam(value: ParamValue): string {
  return value === null || value === undefined ? "" : String(value);
}

export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether the list is behind the drawer, according to the location state. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}
