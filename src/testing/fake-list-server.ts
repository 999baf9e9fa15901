import type { ListPage } from "@/contract/parsers";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createConnectionStatus } from "@/http/connection-status";
import { HttpError } from "@/http/errors";

/** A record of the tests' own. */
export interface Row {
  readonly id: number;
  readonly name: string;
}

/** A row by its number. */
export function buildRow(id: number, name = `Row ${id}`): Row {
  return { id, name };
}

/** Rows with the numbers 1 to `count`. */
export function buildRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => buildRow(index + 1));
}

/** A list on a server that can be told how to behave. */
export interface ListServer {
  rows: Row[];
  /** Most records it hands out in one page. */
  maxPageSize: number;
  /** Fewest records it hands out, however few are asked for. */
  minPageSize: number;
  /** Added to the count it tells. */
  countError: number;
  /** Called before each answer; throws what the request fails with. */
  onRequest: (request: { readonly limit: number; readonly offset: number; readonly number: number }) => void;
  /** What the answer begins with in place of the offset that was asked for. */
  shiftOffset: (offset: number) => number;
  /** So many first rows of a page give way to the last ones of the page before; the ones in their place are missed. */
  displacedCount: number;
  /** Records nobody can read, in front of every page. */
  invalidCount: number;
  /** Holds answers back until it resolves. */
  responseGate: Promise<void>;
  readonly requests: { readonly limit: number; readonly offset: number }[];
  /** Told when an answer begins (1) and ends (-1). */
  onResponding: (step: number) => void;
  /** Requests that were given up. */
  abortedCount: number;
  readonly collection: Collection<Row>;
}

/** A failure as a server sends it. */
export function buildHttpError(status: number, retryAfter: number | null = null): HttpError {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null }, retryAfter);
}

/** A server of `count` rows, and a collection on it. */
export function createListServer(count: number): ListServer {
  const server: ListServer = {
    rows: buildRows(count),
    maxPageSize: Number.POSITIVE_INFINITY,
    minPageSize: 0,
    countError: 0,
    onRequest: () => undefined,
    shiftOffset: (offset) => offset,
    displacedCount: 0,
    invalidCount: 0,
    responseGate: Promise.resolve(),
    requests: [],
    onResponding: () => undefined,
    abortedCount: 0,
    collection: createCollection<Row>({
      getId: ({ id }) => id,
      fetchPage,
      connectionStatus: createConnectionStatus(),
    }),
  };

  async function fetchPage(
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<ListPage<Row>> {
    server.requests.push(page);
    const number = server.requests.length;
    server.onResponding(1);
    await server.responseGate;
    // As over a network: answers come later than they were asked for, and not in that order.
    for (let remainingTurns = number % 3; remainingTurns >= 0; remainingTurns -= 1) await Promise.resolve();
    server.onResponding(-1);
    if (signal.aborted) {
      server.abortedCount += 1;
      throw signal.reason;
    }
    server.onRequest({ ...page, number });
    const from = server.shiftOffset(page.offset);
    const size = Math.max(server.minPageSize, Math.min(page.limit, server.maxPageSize));
    const displacedCount = Math.min(server.displacedCount, from, Math.floor(size / 2));
    const pageRows = [
      ...server.rows.slice(from - displacedCount, from),
      ...server.rows.slice(from + displacedCount, from + size),
    ];
    const results = pageRows.map((each) => ({ ...each }));
    const invalidCount = Array.from({ length: server.invalidCount }, (_, index) => ({
      index,
      raw: null,
      issues: [],
    }));
    return { count: server.rows.length + server.countError, results, broken: invalidCount };
  }
  return server;
}

/** Resolves when the collection is as told. */
export function waitUntil(
  { collection }: ListServer,
  predicate: (state: ReturnType<Collection<Row>["get"]>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!predicate(collection.get())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = collection.subscribe(check);
    check();
  });
}
