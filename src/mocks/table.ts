/** A row, or a function that creates it when it is read. */
export type Stored<Row> = Row | (() => Row);
/** Changed rows by ID, in the order of their first change. Null for removed rows. */
export type Changes = Map<string, unknown>;

interface TableOptions<Row> {
  readonly getId: (row: Row) => string;
  /** Whether the row is in Trash instead of the default list. Rows that weren't created yet never are. */
  readonly isHidden?: (row: Row) => boolean;
  /** Oldest first. */
  readonly seed: Iterable<readonly [id: string, row: Stored<Row>]>;
  readonly changes: Changes;
  /** Called after each change. */
  readonly onChange: () => void;
}

/** A project's records of one kind: its seed with the changes. */
export class Table<Row extends object> {
  readonly #rows: Map<string, Stored<Row>>;
  readonly #options: TableOptions<Row>;
  #lists: Readonly<Record<"visible" | "hidden", readonly string[]>> | null = null;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    this.#rows = new Map(options.seed);
    // The changes were made to rows of this table.
    for (const [id, row] of options.changes as Map<string, Row | null>) {
      if (row === null) this.#rows.delete(id);
      else this.#rows.set(id, row);
    }
  }

  get(id: string): Row | undefined {
    const row = this.#rows.get(id);
    if (typeof row !== "function") return row;
    const created = row();
    this.#rows.set(id, created);
    return created;
  }

  /** Adds or replaces a row. New rows come first in lists. */
  put(row: Row): void {
    const id = this.#options.getId(row);
    this.#rows.set(id, row);
    this.#change(id, row);
  }

  remove(id: string): void {
    this.#rows.delete(id);
    this.#change(id, null);
  }

  #change(id: string, row: Row | null): void {
    this.#lists = null;
    this.#options.changes.set(id, row);
    this.#options.onChange();
  }

  /** Returns the IDs of the default list or of Trash, newest first. The same array until a row changes. */
  ids(view: "visible" | "hidden" = "visible"): readonly string[] {
    if (this.#lists === null) {
      const lists: Record<"visible" | "hidden", string[]> = { visible: [], hidden: [] };
      for (const [id, row] of this.#rows) {
        const isHidden = typeof row !== "function" && this.#options.isHidden?.(row) === true;
        lists[isHidden ? "hidden" : "visible"].push(id);
      }
      this.#lists = { visible: lists.visible.reverse(), hidden: lists.hidden.reverse() };
    }
    return this.#lists[view];
  }

  rows(ids = this.ids()): readonly Row[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Returns an integer above every numeric ID. */
  nextId(): number {
    return 1 + [...this.#rows.keys()].reduce((highest, id) => Math.max(highest, Number(id)), 0);
  }
}
