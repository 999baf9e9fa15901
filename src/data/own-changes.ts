import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Api } from "./api-context";

/** A field of a record before and after a write, by its wire name. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A write of this tab that the server has confirmed. */
export interface OwnChange {
  /** From 1, by record: two writes may fall into one moment. */
  readonly number: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly kind: "created" | "changed" | "deleted" | "restored";
  readonly fields: readonly FieldChange[];
}

const NONE: readonly OwnChange[] = [];

/** What this tab has changed, newest first; gone with the tab. */
export const ownChangeQueries = {
  of: (api: Api, id: number) =>
    queryOptions({
      queryKey: [api.client.connection.id, api.projectId, "own-changes", id],
      queryFn: () => NONE,
      initialData: NONE,
      // Kept here alone: also a look at everything anew must not ask for it.
      staleTime: "static",
      gcTime: Number.POSITIVE_INFINITY,
    }),
};

/** Adds a confirmed write to what this tab has changed of a record. */
export function noteOwnChange(
  queries: QueryClient,
  api: Api,
  id: number,
  change: Omit<OwnChange, "at" | "number">,
): void {
  const options = ownChangeQueries.of(api, id);
  // Made with its own options first: kept for as long as the tab lives, also while nobody looks.
  void queries.ensureQueryData(options);
  queries.setQueryData(options.queryKey, (before = NONE) => [
    { number: before.length + 1, at: new Date().toISOString(), ...change },
    ...before,
  ]);
}

/** The fields that a write named, with what stood there before and what the server has now. */
export function fieldChanges(
  before: object | undefined,
  sent: object,
  after: object,
): readonly FieldChange[] {
  const valueIn = (record: object | undefined, field: string) =>
    record === undefined ? undefined : Reflect.get(record, field);
  return Object.keys(sent).map((field) => ({
    field,
    before: valueIn(before, field),
    after: valueIn(after, field),
  }));
}
