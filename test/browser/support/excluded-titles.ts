import { createHash } from "node:crypto";
import { drawSample, type Seed } from "../../sample.mjs";
import type { BackendOptions } from "./fixtures";

type Backend = BackendOptions["backend"];

const BACKENDS: readonly Backend[] = ["live", "demo"];

/**
 * Matches tests that the sample runs on the other backend. A title stays on one backend for as long as the sources
 * stay the same, and half of all titles change places with the next seed.
 */
class OnOtherBackend extends RegExp {
  readonly #backend: Backend;
  readonly #seed: Seed;

  constructor(backend: Backend, seed: Seed) {
    super("");
    this.#backend = backend;
    this.#seed = seed;
  }

  /** Playwright passes the names of the project, the file, the groups and the test. */
  override test(title: string): boolean {
    if (/@(?:live|demo)\b/.test(title)) return false;
    const shared = title.replace(/^\s*(?:live|demo) /, "");
    const offset = createHash("sha256").update(shared).digest().readUInt8(0) % BACKENDS.length;
    const turned = [...BACKENDS.slice(offset), ...BACKENDS.slice(0, offset)];
    return !drawSample(this.#seed).takePart(turned, BACKENDS.length).includes(this.#backend);
  }
}

/**
 * Patterns of the tests that a backend leaves out: those of the other backend, and in a sample those that are marked
 * @full. A sample runs a test of both backends on one of them. Playwright never loads what it leaves out, so it costs
 * nothing and is not reported as skipped.
 */
export function leftOut(backend: Backend, seed: Seed): RegExp[] {
  const ofOther = backend === "live" ? /@demo\b/ : /@live\b/;
  return seed === "all" ? [ofOther] : [ofOther, /@full(?![\w-])/, new OnOtherBackend(backend, seed)];
}
