import type { Route } from "./backend";
import type { Generation } from "./generation";

export type RouteMatch =
  | {
      readonly kind: "route";
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
      readonly allow: string;
    }
  /** The path exists, but with other methods. */
  | { readonly kind: "method"; readonly isRecord: boolean; readonly allow: string }
  | { readonly kind: "none" };

interface CompiledRoute {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/**
 * Compiles a route. The pattern also matches the alias `/api/projects/`, and the path without its trailing slash, as
 * on real servers.
 */
function compileRoute(route: Route): CompiledRoute {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const source = route.path
    .replace(/:\w+/g, "([^/]+)")
    .replace("/api/environments/", "/api/(?:environments|projects)/");
  return { route, pattern: new RegExp(`${source}?$`), names };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** In the order of the `Allow` header. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function formatAllow(routes: readonly Route[]): string {
  const methods = METHODS.filter((name) => routes.some(({ method }) => method === name));
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Creates a function that finds a generation's route by method and path. */
export function createRouter(
  routes: readonly Route[],
): (method: string, path: string, generation: Generation) => RouteMatch {
  const compiled = routes.map(compileRoute);
  return (method, path, generation) => {
    const found = compiled.filter(({ route, pattern }) => {
      const onlyPrefix = route.onlyUnder?.[generation];
      if (onlyPrefix !== undefined && !path.startsWith(`/api/${onlyPrefix}/`)) return false;
      return route.generations?.includes(generation) !== false && pattern.test(path);
    });
    const [first] = found;
    if (!first) return { kind: "none" };
    const allow = formatAllow(found.map(({ route }) => route));
    const match = found.find(({ route }) => route.method === method);
    if (!match) return { kind: "method", isRecord: /:(?!project_id)/.test(first.route.path), allow };
    const values = match.pattern.exec(path) ?? [];
    const params = Object.fromEntries(
      match.names.map((name, index) => [name, decodeSegment(values[index + 1] ?? "")]),
    );
    return { kind: "route", route: match.route, params, allow };
  };
}
