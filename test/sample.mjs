// Draws the sample of the large test matrices that `npm test` runs. Successive seeds cover all
// cases, and `npm run test:full` runs all of them. The seed is a hash of the sources. The same
// sources always run the same tests, so that repeating a failed run can't make it pass.
// TEST_SEED=<n> runs another sample, and TEST_SEED=all runs everything.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const SOURCES = ["src", "public", "index.html"];

function filesIn(folder, path) {
  const absolutePath = join(folder, path);
  if (!existsSync(absolutePath)) return [];
  if (!statSync(absolutePath).isDirectory()) return [path];
  return readdirSync(absolutePath).flatMap((name) => filesIn(folder, `${path}/${name}`));
}

function hashSources(folder = root) {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((source) => filesIn(folder, source)).sort()) {
    const content = readFileSync(join(folder, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest().readUInt32BE(0);
}

let hashed;

export function readSeed(given = process.env.TEST_SEED ?? "") {
  if (given === "all") return given;
  if (given === "") return (hashed ??= hashSources());
  if (!/^\d{1,15}$/.test(given)) throw new Error(`TEST_SEED must be a number or "all", not "${given}".`);
  return Number(given);
}

export function describeSeed(seed) {
  return seed === "all"
    ? "All tests run (TEST_SEED=all)."
    : `A sample of the tests runs. Repeat it with TEST_SEED=${seed}; run all with TEST_SEED=all.`;
}

export function drawSample(seed = readSeed()) {
  const isWhole = seed === "all";
  let rest = isWhole ? 0 : seed;
  let period = 1;

  // Each draw uses its own digit of the seed, so that draws are independent.
  function drawDigit(radix) {
    const digit = rest % radix;
    rest = (rest - digit) / radix;
    period *= radix;
    return digit;
  }

  return {
    isWhole,
    get period() {
      return period;
    },
    fuzzSeed: (whole) => (isWhole ? whole : seed % 2 ** 31),
    takePart(items, parts) {
      if (isWhole || items.length === 0) return items;
      const radix = Math.min(parts, items.length);
      const digit = drawDigit(radix);
      return items.filter((_, index) => index % radix === digit);
    },
    takePairs(rows, columns, fits = () => true) {
      const pairsOf = (row) => columns.filter((column) => fits(row, column)).map((column) => [row, column]);
      const all = rows.flatMap(pairsOf);
      if (isWhole || all.length === 0) return all;
      const shift = drawDigit(Math.min(rows.length, columns.length));
      const taken = new Set();
      const takeFor = (items, side) => {
        for (const [index, item] of items.entries()) {
          const own = all.filter((pair) => pair[side] === item);
          if (own.length > 0 && !own.some((pair) => taken.has(pair)))
            taken.add(own[(index + shift) % own.length]);
        }
      };
      // Covers the longer side first. If every pair fits, the shorter side is then covered as well.
      const isWide = columns.length >= rows.length;
      takeFor(isWide ? columns : rows, isWide ? 1 : 0);
      takeFor(isWide ? rows : columns, isWide ? 0 : 1);
      return all.filter((pair) => taken.has(pair));
    },
  };
}
