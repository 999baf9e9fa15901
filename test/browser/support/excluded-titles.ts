import { createHash } from "node:crypto";
import { drawSample, type Seed } from "../../sample.mjs";
import type { BackendOptions } from "./fixtures";

type Backend = BackendOptions["backend"];

const BACKENDS: readonly Backend[] = ["live", "demo"];

/** Matches tests that rotate: those in features/, and those marked @rotates. A sampled run includes a fifth of them. */
const ROTATING = /(?:^|\s)features\/|@rotates\b/;
const ROTATION = [0, 1, 2, 3, 4];

/** Rotates the items by a hash of the title. A title always gets the same order. */
function shiftByTitle<Item>(items: readonly Item[], title: string, byte: number): readonly Item[] {
  const offset = createHash("sha256").update(title).digest().readUInt8(byte) % items.length;
  return [...items.slice(offset), ...items.slice(0, offset)];
}

/**
 * Matches tests that the sample excludes. A test for both backends runs with one of them, selected
 * by its title and the seed. The next seed selects the other backend. A rotating test runs in one
 * of five samples.
 */
class ExcludedFromSample extends RegExp {
  readonly #backend: Backend;
  readonly #seed: Seed;

  constructor(backend: Backend, seed: Seed) {
    super("");
    this.#backend = backend;
    this.#seed = seed;
  }

  /**
   * Returns true for an excluded test. The title contains the names of the project, the file, the
   * groups and the test.
   */
  override test(title: string): boolean {
    const sample = drawSample(this.#seed);
    const shared = title.replace(/^\s*(?:live|demo) /, "");
    const [backend] = sample.takePart(shiftByTitle(BACKENDS, shared, 0), BACKENDS.length);
    const [turn] = sample.takePart(shiftByTitle(ROTATION, shared, 1), ROTATION.length);
    if (!/@(?:live|demo)\b/.test(title) && backend !== this.#backend) return true;
    return ROTATING.test(shared) && turn !== 0;
  }
}

/**
 * Returns patterns of the tests that a backend excludes. These are tests for the other backend and,
 * in a sample, tests that are marked @full or excluded from the sample. Playwright removes these
 * tests before the run, so they cost no time and aren't reported as skipped.
 */
export function getExcludedTitles(backend: Backend, seed: Seed): RegExp[] {
  const ofOther = backend === "live" ? /@demo\b/ : /@live\b/;
  return seed === "all" ? [ofOther] : [ofOther, /@full(?![\w-])/, new ExcludedFromSample(backend, seed)];
}
