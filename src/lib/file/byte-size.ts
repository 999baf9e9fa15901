import { formatCount, formatDecimal, pluralize } from "@/lib/text/numbers";

const UNITS = ["kB", "MB", "GB", "TB"];

/**
 * Formats a byte count in decimal units: "0 bytes", "1.2 kB", "34 MB". `locale` defaults to the browser's
 * language.
 */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < 1_000) return pluralize(bytes, "byte", "bytes", locale);
  let value = bytes;
  let unit = -1;
  // 999.5 rounds to 1,000.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? formatDecimal(value, 1, locale) : formatCount(value, locale)} ${UNITS[unit]}`;
}
