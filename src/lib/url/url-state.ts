/** What a search parameter may be set to; null, undefined and "" take it out. */
export type ParamValue = string | number | boolean | null | undefined;

/** A whole number from the address: what is none gives the fallback, what is out of range the nearest bound. */
export function readIntParam(
  params: URLSearchParams,
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = params.get(name)?.trim() ?? "";
  if (!/^[+-]?\d+$/.test(text)) return fallback;
  return Math.min(max, Math.max(min, Number(text)));
}

/** One of the known values from the address; anything else gives the fallback (may be null). */
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
 * A copy of the parameters with the changes; a value that is its default does not stand in the address.
 * Parameters that are not named stay as they are, unknown ones too.
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

/** The search of an address that says this, from "?" on; empty where there is nothing to say. `others` are kept. */
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
