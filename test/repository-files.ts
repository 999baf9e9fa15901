import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the paths of all committed and uncommitted files, relative to the root. */
export function repositoryFiles(): readonly string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const deleted = execFileSync("git", ["ls-files", "-z", "--deleted"], { cwd: root, encoding: "utf8" });
  const deletedPaths = new Set(deleted.split("\0"));
  return listed.split("\0").filter((path) => path !== "" && !deletedPaths.has(path));
}

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
