import type { ListPage } from "@/contract/parsers";
import { type Collection, createCollection } from "@/data/collection/collection";
import { createSignals } from "@/http/connection-status";
import { HttpError } from "@/http/errors";

/** A record of the tests' own. */
export interface Row {
  readonly id: number;
  readonly name: string;
}

/** A row by its number. */
export function row(id: number, name = `Row ${id}`): Row {
  return { id, name };
}

/** Rows with the numbers 1 to `count`. */
export function rowsTo(count: number): Row[] {
  return Array.from({ length: count }, (_, place) => row(place + 1));
}

/** A list on a server that can be told how to behave. */
export interface ListServer {
  rows: Row[];
  /** Most records it hands out in one page. */
  cap: number;
  /** Fewest records it hands out, however few are asked for. */
  least: number;
  /** Added to the count it tells. */
  countLie: number;
  /** Called before each answer; throws what the request fails with. */
  before: (request: { readonly limit: number; readonly offset: number; readonly number: number }) => void;
  /** What the answer begins with in place of the offset that was asked for. */
  shift: (offset: number) => number;
  /** So many first rows of a page give way to the last ones of the page before; the ones in their place are missed. */
  bent: number;
  /** Records nobody can read, in front of every page. */
  broken: number;
  /** Holds answers back until it resolves. */
  hold: Promise<void>;
  readonly requests: { readonly limit: number; readonly offset: number }[];
  /** Told when an answer begins (1) and ends (-1). */
  answering: (step: number) => void;
  /** Requests that were given up. */
  aborted: number;
  readonly collection: Collection<Row>;
}

/** A failure as a server sends it. */
export function refusal(status: number, retryAfter: number | null = null): HttpError {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null }, retryAfter);
}

/** A server of `count` rows, and a collection on it. */
export function listServer(count: number): ListServer {
  const server: ListServer = {
    rows: rowsTo(count),
    cap: Number.POSITIVE_INFINITY,
    least: 0,
    countLie: 0,
    before: () => undefined,
    shift: (offset) => offset,
    bent: 0,
    broken: 0,
    hold: Promise.resolve(),
    requests: [],
    answering: () => undefined,
    aborted: 0,
    collection: createCollection<Row>({ idOf: ({ id }) => id, fetchPage, signals: createSignals() }),
  };

  async function fetchPage(
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<ListPage<Row>> {
    server.requests.push(page);
    const number = server.requests.length;
    server.answering(1);
    await server.hold;
    // As over a network: answers come later than they were asked for, and not in that order.
    for (let turn = number % 3; turn >= 0; turn -= 1) await Promise.resolve();
    server.answering(-1);
    if (signal.aborted) {
      server.aborted += 1;
      throw signal.reason;
    }
    server.before({ ...page, number });
    const from = server.shift(page.offset);
    const size = Math.max(server.least, Math.min(page.limit, server.cap));
    const bent = Math.min(server.bent, from, Math.floor(size / 2));
    const served = [...server.rows.slice(from - bent, from), ...server.rows.slice(from + bent, from + size)];
    const results = served.map((each) => ({ ...each }));
    const broken = Array.from({ length: server.broken }, (_, index) => ({ index, raw: null, issues: [] }));
    return { count: server.rows.length + server.countLie, results, broken };
  }
  return server;
}

/** Resolves when the collection is as told. */
export function until(
  { collection }: ListServer,
  isSo: (state: ReturnType<Collection<Row>["get"]>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(collection.get())) return;
      stop();
      resolve();
    };
    const stop = collection.subscribe(look);
    look();
  });
}
