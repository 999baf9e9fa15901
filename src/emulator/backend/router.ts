import type { Route } from "./backend";
import type { Generation } from "./generation";

export type RouteMatch =
  | { readonly kind: "route"; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  /** The path exists, but with other methods. */
  | { readonly kind: "method" }
  | { readonly kind: "none" };

interface CompiledRoute {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/**
 * Compiles a route. The pattern also matches the alias `/api/projects/` and requires the trailing
 * slash.
 */
function compileRoute(route: Route): CompiledRoute {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const source = route.path
    .replace(/:\w+/g, "([^/]+)")
    .replace("/api/environments/", "/api/(?:environments|projects)/");
  return { route, pattern: new RegExp(`${source}$`), names };
}

/** Returns a route's path, and its alias if it has one, in MSW's syntax. */
export function toMswPaths(route: Route): readonly string[] {
  const path = `*${route.path}`;
  const alias = path.replace("/api/environments/", "/api/projects/");
  return alias === path ? [path] : [path, alias];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Creates a function that finds a generation's route by method and path. Like real servers, finds
 * no route for a path without a trailing slash.
 */
export function createRouter(
  routes: readonly Route[],
): (method: string, path: string, generation: Generation) => RouteMatch {
  const compiled = routes.map(compileRoute);
  return (method, path, generation) => {
    let hasPath = false;
    for (const { route, pattern, names } of compiled) {
      const values = pattern.exec(path);
      if (!values || route.generations?.includes(generation) === false) continue;
      const onlyPrefix = route.onlyUnder?.[generation];
      if (onlyPrefix !== undefined && !path.startsWith(`/api/${onlyPrefix}/`)) continue;
      hasPath = true;
      if (route.method !== method) continue;
      const params = Object.fromEntries(
        names.map((name, index) => [name, decodeSegment(values[index + 1] ?? "")]),
      );
      return { kind: "route", route, params };
    }
    return { kind: hasPath ? "method" : "none" };
  };
}
