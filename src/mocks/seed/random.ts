/** Returns the next number of a reproducible series in [0, 1). */
export type Random = () => number;

/** Starts a reproducible series of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Hashes text to 32 bits (FNV-1a). As a seed, the hash gives each record its own random series. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Returns a random item. Throws a RangeError for an empty list. */
export function pickRandom<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("The list is empty");
  return item;
}

/** Creates a reproducible UUID (version 4). */
export function seededUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, (_, index) => {
    const digit = Math.floor(random() * 16);
    if (index === 12) return "4";
    return (index === 16 ? 8 + (digit % 4) : digit).toString(16);
  }).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
