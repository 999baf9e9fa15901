import type { Problem } from "@/lib/text/problem";

/**
 * `route`: the endpoint doesn't exist. `permissioning`: the project doesn't use project-based
 * permissions.
 */
export type UnavailableReason = "route" | "permissioning";

/**
 * Explains why a project's explicit members are unavailable.
 * @param prefix path prefix of the connection, or null when the other prefix can't help
 */
export function describeMembersUnavailable(reason: UnavailableReason, prefix: string | null): Problem {
  if (reason === "permissioning") {
    return {
      title: "Everyone in the organization has access",
      detail:
        "This project doesn't use project-based permissions, so it has no members of its own. An owner can turn on these permissions in the server's settings.",
      canRetry: true,
    };
  }
  const title = "This server doesn't support members";
  if (prefix === null) {
    return {
      title,
      detail: "The server no longer has explicit members. Manage access in the server's settings.",
      canRetry: true,
    };
  }
  const otherPrefix = prefix === "projects" ? "environments" : "projects";
  return {
    title,
    detail: `The members endpoint wasn't found under /api/${prefix}/. Try the path prefix /api/${otherPrefix}/.`,
    canRetry: true,
  };
}
