import { Button } from "@mantine/core";
import { useProjectFailure } from "@/data/project-failure";
import { plural } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { ProjectFailed } from "@/ui/project-failed";
import { Notice } from "@/ui/states";
import { type BoardRow, nameOfPath, problemOf } from "./board-rows";

/** Paths that have neither figures nor another try on its way. */
export function failedRows(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows.filter(({ data, error, isFetching }) => data === null && error !== null && !isFetching);
}

/** The first path of a board of which all failed alike; null where any is there, or failed in another way. */
export function wholeFailureOf(rows: readonly BoardRow[]): BoardRow | null {
  const failed = failedRows(rows);
  const [first] = failed;
  if (first === undefined || failed.length < rows.length) return null;
  const { title } = problemOf(first);
  return failed.every((row) => problemOf(row).title === title) ? first : null;
}

interface WholeFailureProps {
  readonly row: BoardRow;
  readonly onRetry: () => void;
  /** Takes the path off the board, where nothing else can help. */
  readonly onRemove: (path: string) => void;
}

/** In the place of a board of which all paths failed alike: one message, not one for each. */
export function WholeFailure({ row, onRetry, onRemove }: WholeFailureProps) {
  const failure = useProjectFailure(row.error);
  if (failure === null) return null;
  const problem = problemOf(row);
  return (
    <ProjectFailed
      failure={{ ...failure, problem }}
      onRetry={onRetry}
      linkTo={paths.vitals}
      actions={
        <Button variant="default" onClick={() => onRemove(row.path)}>
          {`Take ${nameOfPath(row.path)} off the board`}
        </Button>
      }
    />
  );
}

interface FailureNoticesProps {
  /** Those that failed. */
  readonly rows: readonly BoardRow[];
  readonly onAsk: (path: string) => void;
}

/** Above a board of which some paths failed: why, once for all that failed alike. */
export function FailureNotices({ rows, onAsk }: FailureNoticesProps) {
  const alike = new Map<
    string,
    { readonly rows: BoardRow[]; readonly canRetry: boolean; readonly detail: string }
  >();
  for (const row of rows) {
    const { title, detail, canRetry } = problemOf(row);
    const group = alike.get(title) ?? { rows: [], canRetry, detail };
    group.rows.push(row);
    alike.set(title, group);
  }
  return [...alike].map(([title, group]) => (
    <div key={title} style={{ marginBottom: 12 }}>
      <Notice
        tone="warning"
        title={title}
        action={
          group.canRetry && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => group.rows.forEach(({ path }) => onAsk(path))}
            >
              {group.rows.length === 1 ? "Try it again" : `Try all ${group.rows.length} again`}
            </Button>
          )
        }
      >
        {`${namesOf(group.rows)}: ${group.detail}`}
      </Notice>
    </div>
  ));
}

const MOST_NAMED = 3;

function namesOf(rows: readonly BoardRow[]): string {
  const named = rows.slice(0, MOST_NAMED).map(({ path }) => nameOfPath(path));
  const more = rows.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${plural(more, "more path", "more paths")}` : named.join(", ");
}
