import { HttpError } from "@/api/errors";
import type { ListPage } from "@/api/parsers";
import { createRequestBudget, type RequestLimit } from "@/api/request-budget";
import { type Collection, createCollection } from "@/data/collection/collection";

export interface Row {
  readonly id: number;
  readonly name: string;
}

export function buildRow(id: number, name = `Row ${id}`): Row {
  return { id, name };
}

export function buildRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => buildRow(index + 1));
}

export interface ListServer {
  rows: Row[];
  maxPageSize: number;
  /** Minimum number of records on a page, even when fewer were requested. */
  minPageSize: number;
  countError: number;
  /** Called before each response. May throw an error for the request. */
  onRequest: (request: { readonly limit: number; readonly offset: number; readonly number: number }) => void;
  /** Maps the requested offset to the offset of the returned rows. */
  shiftOffset: (offset: number) => number;
  /** Number of a page's first rows that are replaced by the previous page's last rows. */
  displacedCount: number;
  /** Number of unreadable records at the start of each page. */
  invalidCount: number;
  /** Responses wait for this promise. */
  responseGate: Promise<void>;
  readonly requests: { readonly limit: number; readonly offset: number }[];
  /** Called with 1 when a request arrives, and with -1 when its response is ready. */
  onResponding: (step: number) => void;
  abortedCount: number;
  readonly collection: Collection<Row>;
}

export function buildHttpError(status: number, retryAfter: number | null = null): HttpError {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null }, retryAfter);
}

export function createListServer(count: number, limits: readonly RequestLimit[] = []): ListServer {
  const budget = createRequestBudget({ limits, random: () => 0 });
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
      client: { budget },
    }),
  };

  async function fetchPage(
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<ListPage<Row>> {
    server.requests.push(page);
    budget.count();
    const number = server.requests.length;
    server.onResponding(1);
    await server.responseGate;
    // As on a network, responses are delayed and can arrive out of order.
    for (let remainingTurns = number % 3; remainingTurns >= 0; remainingTurns -= 1) await Promise.resolve();
    server.onResponding(-1);
    if (signal.aborted) {
      server.abortedCount += 1;
      throw signal.reason;
    }
    try {
      server.onRequest({ ...page, number });
    } catch (error) {
      // As the client does.
      if (error instanceof HttpError && error.status === 429) budget.pause(error.retryAfterMs ?? 5_000);
      throw error;
    }
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
