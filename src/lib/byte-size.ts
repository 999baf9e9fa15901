const UNITS = ["kB", "MB", "GB", "TB"];
const formats = [0, 1].map((digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits }));

/** A number of bytes in words, by steps of 1,000 as file systems count today: "0 bytes", "1.2 kB", "34 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  // 999.5 would be rounded to a thousand of its unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${formats[value < 9.95 ? 1 : 0]?.format(value)} ${UNITS[unit]}`;
}
