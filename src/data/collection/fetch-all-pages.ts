import type { ListPage } from "@/contract/parsers";
import { HttpError, TimeoutError } from "@/http/errors";
import type { Pace } from "./page-throttle";

/** Reads one page of a list; rejects with the four errors of the transport or the signal's reason. */
export type FetchPage<Item> = (
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<ListPage<Item>>;

/** A page as it is handed on: pages come in the order of their offsets, whatever the order they arrived in. */
export interface SweptPage<Item> {
  readonly offset: number;
  readonly page: ListPage<Item>;
  /** What `mark` gave when the request was sent: tells which writes it cannot know of. */
  readonly mark: number;
}

/** What to read, and what becomes of the pages. */
export interface SweepOptions<Item> {
  readonly fetchPage: FetchPage<Item>;
  readonly pace: Pace;
  /** First offset to read. */
  readonly from: number;
  /** Offset to stop at; without it the list is read to its end. */
  readonly to?: number;
  /** The server's count as far as it is known. */
  readonly count: number;
  /** Where pages of an earlier reading began, in ascending order: there rows may have been missed, so none ends near. */
  readonly seams?: readonly number[];
  readonly signal: AbortSignal;
  readonly mark: () => number;
  /** Tells whether the page brought anything that was not there before. */
  readonly onPage: (page: SweptPage<Item>) => boolean;
}

interface Task {
  readonly offset: number;
  readonly limit: number;
}

/** Failures in a row that are taken for a page too large, or a server that is busy. */
const MOST_TROUBLE = 3;
function isTooMuch(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.status >= 500);
}

/** Parts of a page that may be asked for in place of the whole. Sizes go by halves (`Pace`), so a step of sixths leads off the seams. */
const PARTS = [1, 5 / 6, 2 / 3, 1 / 2, 1 / 3];
/** Of a page: so far from the seams is far enough. With pages as large as before, one of the parts always is. */
const FAR_ENOUGH = 1 / 3;

/** Gives the limit for a page, a little smaller where it would end at a seam. */
function createFitting(seams: readonly number[]): (offset: number, limit: number) => number {
  // Pages are laid in order, but for those that are tried again.
  let place = 0;
  return (offset, limit) => {
    while (place > 0 && (seams[place] ?? 0) > offset) place -= 1;
    while ((seams[place + 1] ?? Number.POSITIVE_INFINITY) <= offset) place += 1;
    const distance = (end: number) => {
      let nearest = Number.POSITIVE_INFINITY;
      for (let at = place; at < seams.length; at += 1) {
        const seam = seams[at] ?? 0;
        nearest = Math.min(nearest, Math.abs(seam - end));
        if (seam > end) break;
      }
      return nearest;
    };
    let best = limit;
    let clear = -1;
    for (const part of PARTS) {
      const size = Math.max(1, Math.floor(limit * part));
      const found = distance(offset + size);
      if (found > clear) [best, clear] = [size, found];
      if (clear >= limit * FAR_ENOUGH) break;
    }
    return best;
  };
}

/**
 * Reads a list by limit and offset, several pages at a time. Ends when the list does, whatever its count says: a short
 * page is a server's own limit or the end, a full last page is followed by a look behind it.
 * @throws what a page failed with, after all pages before it were handed on; the signal's reason
 */
export async function sweep<Item>(options: SweepOptions<Item>): Promise<void> {
  const { fetchPage, pace, signal, mark, onPage } = options;
  const fitting = createFitting(options.seams ?? []);
  const arrived: (SweptPage<Item> & { readonly rows: number })[] = [];
  const again: Task[] = [];
  let next = options.from;
  let handedOn = options.from;
  let count = options.count;
  /** Nothing stands from here on: a page came back empty. */
  let servedEnd = options.to ?? Number.POSITIVE_INFINITY;
  /** Something may stand up to here, although the count says no. */
  let lookedForEnd = 0;
  let trouble = 0;

  const end = () => Math.min(servedEnd, Math.max(count, lookedForEnd));

  function take(): Task | null {
    const task = again.shift();
    if (task !== undefined) return task.offset < end() && task.offset + task.limit > handedOn ? task : take();
    if (next >= end()) return null;
    const limit = fitting(next, Math.min(pace.pageSize(), servedEnd - next));
    const fresh = { offset: next, limit };
    next += limit;
    return fresh;
  }

  const isNext = () => arrived.findIndex(({ offset }) => offset <= handedOn);

  function handOn(): void {
    for (let place = isNext(); place >= 0; place = isNext()) {
      const [ready] = arrived.splice(place, 1);
      if (ready === undefined) return;
      handedOn = Math.max(handedOn, ready.offset + ready.rows);
      // Behind its count a server may serve the same page for ever, when it does not know offsets.
      if (!onPage(ready) && ready.offset >= ready.page.count) servedEnd = Math.min(servedEnd, ready.offset);
    }
  }

  function note(task: Task, page: ListPage<Item>, sentAt: number): void {
    const rows = page.results.length + page.broken.length;
    count = page.count;
    if (rows === 0) servedEnd = Math.min(servedEnd, task.offset);
    // A full page, or one that goes behind the count, may not be the last.
    else if (rows >= task.limit || pace.isLimit(rows) || task.offset + rows > count) {
      lookedForEnd = Math.max(lookedForEnd, task.offset + rows + 1);
    }
    if (rows > 0 && rows < task.limit && task.offset + rows < end()) {
      pace.noteLimit(rows);
      again.push({ offset: task.offset + rows, limit: task.limit - rows });
      again.sort((a, b) => a.offset - b.offset);
    }
    // A server without page sizes serves more than was asked for.
    next = Math.max(next, task.offset + rows);
    arrived.push({ offset: task.offset, page, mark: sentAt, rows });
    handOn();
  }

  /** Whether a failed page is worth another try: it may have been too large, or the server busy. */
  function isWorthAnother(error: unknown): boolean {
    trouble += 1;
    pace.noteTrouble();
    return isTooMuch(error) && trouble < MOST_TROUBLE;
  }

  async function readOne(task: Task, abort: AbortSignal): Promise<void> {
    await pace.turn(abort);
    const sentAt = mark();
    const started = performance.now();
    // Pages may have had to become smaller meanwhile: the rest is left for later.
    const most = pace.pageSize();
    const limit = task.limit > most ? fitting(task.offset, most) : task.limit;
    if (limit < task.limit) again.unshift({ offset: task.offset + limit, limit: task.limit - limit });
    const asked = { offset: task.offset, limit };
    try {
      const page = await fetchPage(asked, abort);
      trouble = 0;
      const served = page.results.length + page.broken.length;
      pace.noteServed({ asked: limit, served, took: performance.now() - started });
      note(asked, page, sentAt);
    } catch (error) {
      again.unshift(asked);
      if (abort.aborted || !isWorthAnother(error)) throw error;
    }
  }

  // One page that fails for good ends the others too: what they bring would stand behind a hole.
  const failed = new AbortController();
  const abort = AbortSignal.any([signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const fill = () => {
    while (running.size < pace.parallel()) {
      const task = take();
      if (task === null) return;
      const one = readOne(task, abort).finally(() => running.delete(one));
      running.add(one);
    }
  };
  try {
    for (fill(); running.size > 0; fill()) await Promise.race(running);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}
