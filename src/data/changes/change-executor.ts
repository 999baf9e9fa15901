import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import type { ChangeOrigin } from "@/data/journal/journal-entry";

/**
 * How a record stands to a write of it when its turn comes: as it was planned, as wanted already, or as somebody else
 * has written it since.
 */
export type Precheck =
  | { readonly kind: "ready"; readonly send: (origin: ChangeOrigin) => Promise<unknown> }
  | { readonly kind: "done" }
  | { readonly kind: "changed"; readonly why: string };

/** What a run has to know of a write, whatever it is about. */
export interface ChangeExecutor {
  /** What tells its record apart, by which the journal knows it; null for one that the server numbers. */
  readonly recordId: number | string | null;
  /** Whether a look tells if it was done, so that it can be sent again. */
  readonly canVerify: boolean;
  /** What the keys of its resource begin with. */
  readonly scope: (api: Api) => QueryKey;
  /**
   * Looks how the record stands, on the server unless what is at hand will do. Rejects as `Client.request`.
   * @param mustLook only the server can tell: an earlier try may have been done
   */
  readonly precheck: (queryClient: QueryClient, api: Api, requireFresh: boolean) => Promise<Precheck>;
}
