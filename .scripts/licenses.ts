// Lists what others wrote and a build ships, with their licences, from the modules that really are in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What may ship: licences that ask for no more than that their text is passed on. */
export const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"] as const;

/** The file beside index.html. */
const LICENCES_FILE = "licences.txt";

const TEXTS = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** A package in a build. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** As package.json says, such as `MIT`. */
  readonly licence: string;
  /** The texts that lie in the package; empty where there is none. */
  readonly texts: readonly string[];
  readonly author: string;
}

/** The folder of the package that a module comes from, or null where it is our own or the bundler's. */
export function packageFolder(id: string): string | null {
  return /^(?!\0).*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0] ?? null;
}

function readPackage(folder: string): Shipped {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((file) => TEXTS.test(file));
  return {
    name,
    version,
    licence: typeof license === "string" ? license : "unknown",
    texts: texts.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim()),
    author: typeof author === "string" ? author : (author?.name ?? "its authors"),
  };
}

/**
 * The packages that modules come from, each version once, by name.
 * @throws Error where one has no licence or one that is not allowed
 */
export function shippedBy(ids: readonly string[]): readonly Shipped[] {
  const folders = new Set(ids.map(packageFolder).filter((folder) => folder !== null));
  const packages = [...folders]
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map(readPackage)
    .toSorted((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1));
  const isAllowed = ({ licence }: Shipped) => ALLOWED.some((name) => name === licence);
  const refused = packages.filter((one) => !isAllowed(one));
  if (refused.length > 0)
    throw new Error(
      `Not allowed to ship: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(", ")}`,
    );
  return packages;
}

function describe({ name, version, licence, texts, author }: Shipped): string {
  const none = `The package holds no text of its licence. It names ${licence}, by ${author}.`;
  const head = `${name} ${version}\nLicence: ${licence}`;
  return [head, ...(texts.length > 0 ? texts : [none])].join("\n\n");
}

/** The file's text: what is listed, then each with its own words. */
export function licencesText(packages: readonly Shipped[]): string {
  const names = packages.map(({ name, version, licence }) => `  ${name} ${version}, ${licence}`);
  const head = `Environs stands on the work of others. This build holds parts of:\n\n${names.join("\n")}`;
  return `${[head, ...packages.map(describe)].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

/** Lays the list of licences beside index.html; a build with a package that may not ship fails. */
export function listLicences(): Plugin {
  return {
    name: "list-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // Style sheets of a library leave its chunk before this, but never come without its modules.
      const ids = chunks.flatMap((chunk) => chunk.moduleIds);
      this.emitFile({ type: "asset", fileName: LICENCES_FILE, source: licencesText(shippedBy(ids)) });
    },
  };
}
