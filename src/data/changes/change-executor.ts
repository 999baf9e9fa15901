import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Api } from "@/data/client/api-context";
import type { ChangeOrigin } from "@/data/journal/journal-entry";
import type { RereadPages } from "@/data/subscriptions/reread-pages";

export type Precheck =
  | { readonly kind: "ready"; readonly send: (origin: ChangeOrigin) => Promise<unknown> }
  | { readonly kind: "done" }
  | { readonly kind: "changed"; readonly why: string };

export interface ChangeExecutor {
  /** Record ID in the journal. Null for a creation whose ID the server assigns. */
  readonly recordId: number | string | null;
  /** Whether a read shows if the change was applied. A retry is then safe. */
  readonly canVerify: boolean;
  readonly scope: (api: Api) => QueryKey;
  /** Reads the record and compares it with the plan before the change is sent. Rejects like `Client.request`. */
  readonly precheck: (queryClient: QueryClient, api: Api, pages?: RereadPages) => Promise<Precheck>;
}
