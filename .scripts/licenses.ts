// Lists what others wrote and a build ships, with their licences, from the modules that really are in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What may ship: licences that ask for no more than that their text is passed on. */
export const ALLOWED_LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"] as const;

/** The file beside index.html. */
const LICENSES_FILE = "licences.txt";

const LICENSE_FILE_NAME = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** A package in a build. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As package.json says, such as `MIT`. */
  readonly license: string;
  /** The texts that lie in the package; empty where there is none. */
  readonly texts: readonly string[];
  readonly author: string;
}

/** The folder of the package that a module comes from, or null where it is our own or the bundler's. */
export function getPackageFolder(id: string): string | null {
  return /^(?!\0).*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0] ?? null;
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((file) => LICENSE_FILE_NAME.test(file));
  return {
    name,
    version,
    license: typeof license === "string" ? license : "unknown",
    texts: texts.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim()),
    author: typeof author === "string" ? author : (author?.name ?? "its authors"),
  };
}

/**
 * The packages that modules come from, each version once, by name.
 * @throws Error where one has no licence or one that is not allowed
 */
export function listShippedPackages(ids: readonly string[]): readonly ShippedPackage[] {
  const folders = new Set(ids.map(getPackageFolder).filter((folder) => folder !== null));
  const packages = [...folders]
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map(readPackage)
    .toSorted((first, second) =>
      `${first.name} ${first.version}` < `${second.name} ${second.version}` ? -1 : 1,
    );
  const isAllowed = ({ license }: ShippedPackage) => ALLOWED_LICENSES.some((name) => name === license);
  const disallowed = packages.filter((first) => !isAllowed(first));
  if (disallowed.length > 0)
    throw new Error(
      `Not allowed to ship: ${disallowed.map(({ name, license }) => `${name} (${license})`).join(", ")}`,
    );
  return packages;
}

function formatPackage({ name, version, license, texts, author }: ShippedPackage): string {
  const missingText = `The package holds no text of its licence. It names ${license}, by ${author}.`;
  const head = `${name} ${version}\nLicence: ${license}`;
  return [head, ...(texts.length > 0 ? texts : [missingText])].join("\n\n");
}

/** The file's text: what is listed, then each with its own words. */
export function formatLicenses(packages: readonly ShippedPackage[]): string {
  const names = packages.map(({ name, version, license }) => `  ${name} ${version}, ${license}`);
  const head = `Environs stands on the work of others. This build holds parts of:\n\n${names.join("\n")}`;
  return `${[head, ...packages.map(formatPackage)].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

/** Lays the list of licences beside index.html; a build with a package that may not ship fails. */
export function licensesPlugin(): Plugin {
  return {
    name: "list-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // Style sheets of a library leave its chunk before this, but never come without its modules.
      const ids = chunks.flatMap((chunk) => chunk.moduleIds);
      this.emitFile({
        type: "asset",
        fileName: LICENSES_FILE,
        source: formatLicenses(listShippedPackages(ids)),
      });
    },
  };
}
