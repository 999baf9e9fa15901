/** A row, or a function that creates it when it is read. */
export type Stored<Row> = Row | (() => Row);
/** Changed rows by ID, in the order of their first change. Null for removed rows. */
export type Changes = Map<string, unknown>;

interface TableOptions<Row> {
  readonly getId: (row: Row) => string;
  /** Whether the row is in Trash instead of the default list. Rows of the seed that weren't created yet never are. */
  readonly isHidden?: (row: Row) => boolean;
  /** Numeric IDs of many rows that are newer than the seed. Each row is created when it is read. */
  readonly generated?: {
    readonly first: number;
    /** Rows before this ID are in Trash. */
    readonly firstVisible?: number;
    readonly end: number;
    readonly create: (id: number) => Row;
  };
  /** Oldest first. */
  readonly seed: Iterable<readonly [id: string, row: Stored<Row>]>;
  readonly changes: Changes;
  /** Called after each change. */
  readonly onChange: () => void;
}

const NO_ROWS = { first: Number.POSITIVE_INFINITY, firstVisible: undefined, end: Number.POSITIVE_INFINITY };

/** A project's records of one kind: its seed with the changes. */
export class Table<Row extends object> {
  readonly #rows: Map<string, Stored<Row>>;
  readonly #options: TableOptions<Row>;
  readonly #generated = new Map<string, Row>();
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
    const row = this.#rows.get(id) ?? this.#generate(id);
    if (typeof row !== "function") return row;
    const created = row();
    this.#rows.set(id, created);
    return created;
  }

  #generate(id: string): Row | undefined {
    const { generated } = this.#options;
    const number = Number(id);
    const isKnown = generated && number >= generated.first && number < generated.end;
    if (!isKnown || String(number) !== id) return undefined;
    const row = this.#generated.get(id) ?? generated.create(number);
    this.#generated.set(id, row);
    return row;
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
      const { first, firstVisible = first, end } = this.#options.generated ?? NO_ROWS;
      const add = (id: string, row: Stored<Row> | undefined) => {
        const isHidden =
          row === undefined
            ? Number(id) < firstVisible
            : typeof row !== "function" && this.#options.isHidden?.(row) === true;
        lists[isHidden ? "hidden" : "visible"].push(id);
      };
      for (const [id, row] of this.#rows) if (!(Number(id) >= first)) add(id, row);
      for (let number = first; number < end; number++) add(String(number), this.#rows.get(String(number)));
      for (const [id, row] of this.#rows) if (Number(id) >= end) add(id, row);
      this.#lists = { visible: lists.visible.reverse(), hidden: lists.hidden.reverse() };
    }
    return this.#lists[view];
  }

  rows(ids = this.ids()): readonly Row[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Returns an integer above every numeric ID. */
  nextId(): number {
    const last = (this.#options.generated?.end ?? 1) - 1;
    return 1 + [...this.#rows.keys()].reduce((highest, id) => Math.max(highest, Number(id)), last);
  }
}
