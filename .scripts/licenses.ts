// Lists the third-party packages in a build and their licenses. The list is derived from the modules in the build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Permissive licenses, whose texts and notices the build includes. */
export const ALLOWED_LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"] as const;

const LICENSES_FILE = "licenses.txt";

const LICENSE_FILE_NAME = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** The `license` field of package.json, such as `MIT`. */
  readonly license: string;
  /** License texts in the package. May be empty. */
  readonly texts: readonly string[];
  readonly author: string;
}

/** Returns the folder of a module's package. Returns null for our own modules and the bundler's. */
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
 * Returns the packages of the modules, without duplicates, sorted by name.
 * @throws Error when a package's license is missing or not allowed
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
  const missingText = `The package contains no license text. Its license is ${license}, by ${author}.`;
  const head = `${name} ${version}\nLicense: ${license}`;
  return [head, ...(texts.length > 0 ? texts : [missingText])].join("\n\n");
}

export function formatLicenses(packages: readonly ShippedPackage[]): string {
  const names = packages.map(({ name, version, license }) => `  ${name} ${version}, ${license}`);
  const head = `Environs includes third-party software. This build contains parts of:\n\n${names.join("\n")}`;
  return `${[head, ...packages.map(formatPackage)].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

/** Adds the license list to the build. The build fails when a license isn't allowed. */
export function licensesPlugin(): Plugin {
  return {
    name: "list-licenses",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // Style sheets are removed from a library's chunk before this hook runs, but the chunk still
      // lists their modules.
      const ids = chunks.flatMap((chunk) => chunk.moduleIds);
      this.emitFile({
        type: "asset",
        fileName: LICENSES_FILE,
        source: formatLicenses(listShippedPackages(ids)),
      });
    },
  };
}
