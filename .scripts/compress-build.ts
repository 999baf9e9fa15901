import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** For smaller files, the headers cost more than compression saves. */
const MIN_BYTES = 512;

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotli));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

/**
 * Adds a Brotli and a gzip copy of each text file to the build, so that the server doesn't compress each response.
 */
export function compressPlugin(folder: string): Plugin {
  return {
    name: "compress-build",
    apply: "build",
    async writeBundle() {
      const entries = await readdir(folder, { recursive: true });
      const texts = entries.filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(texts.map((name) => compressFile(join(folder, name))));
    },
  };
}
