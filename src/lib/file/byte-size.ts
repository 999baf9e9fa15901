import { formatCount, formatDecimal, pluralize } from "@/lib/text/numbers";

const UNITS = ["kB", "MB", "GB", "TB"];

/**
 * A number of bytes in words, by steps of 1,000 as file systems count today: "0 bytes", "1.2 kB", "34 MB"; its figure is
 * written as in the browser's language (or `locale`).
 */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < 1_000) return pluralize(bytes, "byte", "bytes", locale);
  let value = bytes;
  let unit = -1;
  // 999.5 would be rounded to a thousand of its unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? formatDecimal(value, 1, locale) : formatCount(value, locale)} ${UNITS[unit]}`;
}
