// What a deployment settles for its visitors: the server by config.json, and where the page may connect to.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StepError } from "./steps.mjs";

/** A host with scheme and port as `connect-src` takes them; never a semicolon, which would begin another directive. */
const POLICY_SOURCE = /^(?:https?:|(?:https?:\/\/)?[\w*.-]+(?::(?:\d+|\*))?)$/;

/** The config.json of a folder, or nothing. */
function readConfig(folder) {
  const path = join(folder, "config.json");
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new StepError(`${path} is not JSON.`);
  }
}

function toPolicySource(text, name) {
  if (POLICY_SOURCE.test(text)) return text;
  throw new StepError(`${name} names "${text}": give origins such as https://eu.posthog.com.`);
}

function getConnectSources(server) {
  const given = (process.env.ENVIRONS_CONNECT_SRC ?? "").split(/\s+/).filter((source) => source !== "");
  if (given.length > 0) return given.map((source) => toPolicySource(source, "ENVIRONS_CONNECT_SRC"));
  if (!server) return undefined;
  return server === "/"
    ? []
    : [toPolicySource(server.replace(/^(\w+:\/\/)?([^/]*).*$/, "$1$2"), "config.json")];
}

/**
 * The configuration that visitors of a folder get, and the servers that they may connect to (undefined: any).
 * Behind a proxy the server is the page's own origin, unless the folder's file names another.
 */
export function readDeployment(folder, { isProxied = false } = {}) {
  const own = readConfig(folder);
  const config = isProxied ? { ...own, server: own.server || "/" } : own;
  return { config, connect: getConnectSources(config.server) };
}
