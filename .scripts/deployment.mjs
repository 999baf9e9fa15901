// Reads the deployment settings: the server in config.json, and the servers to which the page may connect.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StepError } from "./steps.mjs";

/**
 * Matches a source in `connect-src` syntax: a scheme, or a host with an optional scheme and port.
 * Rejects semicolons, which would start another directive.
 */
const POLICY_SOURCE = /^(?:https?:|(?:https?:\/\/)?[\w*.-]+(?::(?:\d+|\*))?)$/;

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
  throw new StepError(
    `${name} contains "${text}", which is not an origin. Enter origins like https://eu.posthog.com.`,
  );
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
 * Returns the configuration that a build's visitors get, and the servers to which the page may
 * connect. The servers are undefined if any server is allowed. Behind a proxy, the server is the
 * page's own origin, unless the folder's config.json names another server.
 */
export function readDeployment(folder, { isProxied = false } = {}) {
  const own = readConfig(folder);
  const config = isProxied ? { ...own, server: own.server || "/" } : own;
  return { config, connect: getConnectSources(config.server) };
}
