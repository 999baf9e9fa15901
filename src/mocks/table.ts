/** Changed rows by ID, in the order of their first change. Null for removed rows. */
export type Changes = Map<string, unknown>;

interface TableOptions<Row> {
  /** Defaults to the field `id`. */
  readonly getId?: (row: Row) => string;
  /** Whether the row is in Trash instead of the default list. */
  readonly isHidden?: (row: Row) => boolean;
  /** Creates the rows, oldest first, when the table is first used. */
  readonly seed: () => readonly Row[];
  /** Numeric IDs of many rows that are newer than the seed and not in Trash. Each is created when it is read. */
  readonly generated?: { readonly first: number; readonly end: number; readonly create: (id: number) => Row };
  readonly changes: Changes;
  readonly onChange: () => void;
}

/** A project's records of one kind: its seed with the changes. */
export class Table<Row extends { readonly id: number | string }> {
  readonly #options: TableOptions<Row>;
  readonly #getId: (row: Row) => string;
  /** By ID, oldest first. Undefined for generated rows that weren't read yet. */
  #rows: Map<string, Row | undefined> | null = null;
  #lists: Readonly<Record<"visible" | "hidden", readonly string[]>> | null = null;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    this.#getId = options.getId ?? (({ id }) => String(id));
  }

  #open(): Map<string, Row | undefined> {
    if (this.#rows !== null) return this.#rows;
    const { seed, generated = { first: 0, end: 0 }, changes } = this.#options;
    this.#rows = new Map(seed().map((row) => [this.#getId(row), row]));
    for (let id = generated.first; id < generated.end; id++) this.#rows.set(String(id), undefined);
    // The changes were made to rows of this table.
    for (const [id, row] of changes as Map<string, Row | null>) {
      if (row === null) this.#rows.delete(id);
      else this.#rows.set(id, row);
    }
    return this.#rows;
  }

  get(id: string): Row | undefined {
    const rows = this.#open();
    const row = rows.get(id);
    if (row !== undefined || !rows.has(id)) return row;
    const created = this.#options.generated?.create(Number(id));
    rows.set(id, created);
    return created;
  }

  /** Adds or replaces a row. New rows come first in lists. */
  put(row: Row): void {
    const id = this.#getId(row);
    this.#open().set(id, row);
    this.#change(id, row);
  }

  remove(id: string): void {
    this.#open().delete(id);
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
      const { isHidden } = this.#options;
      const lists: Record<"visible" | "hidden", string[]> = { visible: [], hidden: [] };
      for (const [id, row] of this.#open()) lists[row && isHidden?.(row) ? "hidden" : "visible"].push(id);
      this.#lists = { visible: lists.visible.reverse(), hidden: lists.hidden.reverse() };
    }
    return this.#lists[view];
  }

  rows = (): readonly Row[] => this.ids().flatMap((id) => this.get(id) ?? []);

  /** Returns an integer above every numeric ID. */
  nextId = (): number => 1 + [...this.#open().keys()].reduce((last, id) => Math.max(last, Number(id)), 0);
}
