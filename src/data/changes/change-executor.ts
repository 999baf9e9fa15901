import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import type { ChangeOrigin } from "@/data/journal/journal-entry";

/**
 * Result of the pre-send check: ready, already applied, or conflicting.
 */
export type Precheck =
  | { readonly kind: "ready"; readonly send: (origin: ChangeOrigin) => Promise<unknown> }
  | { readonly kind: "done" }
  | { readonly kind: "changed"; readonly why: string };

export interface ChangeExecutor {
  /** ID in the journal. Null for a creation whose ID the server assigns. */
  readonly recordId: number | string | null;
  /** Whether reading the record shows if the change was applied, so that a retry is safe. */
  readonly canVerify: boolean;
  /** Returns the query key prefix of the resource. */
  readonly scope: (api: Api) => QueryKey;
  /**
   * Checks the record before sending. May use the cache. Rejects like `Client.request`.
   * @param requireFresh reads from the server, because an earlier attempt may have been applied
   */
  readonly precheck: (queryClient: QueryClient, api: Api, requireFresh: boolean) => Promise<Precheck>;
}
