import { Button } from "@mantine/core";
import { useProjectFailure } from "@/data/projects/project-error";
import { type BoardRow, nameOfPath, problemOf } from "@/features/vitals/model/board-rows";
import { formatCount, plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { Notice } from "@/ui/feedback/states";

/** Paths that have neither figures nor another try on its way. */
export function failedRows(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows.filter(({ data, error, isFetching }) => data === null && error !== null && !isFetching);
}

/** Whether one message says all about both: a rest is the same, whoever was told of it first. */
function isAlike(one: Problem, other: Problem): boolean {
  return one.title === other.title && (one.detail === other.detail || other.waitUntil !== undefined);
}

/** The first path of a board of which all failed alike; null where any is there, or failed in another way. */
export function wholeFailureOf(rows: readonly BoardRow[]): BoardRow | null {
  const failed = failedRows(rows);
  const [first] = failed;
  if (first === undefined || failed.length < rows.length) return null;
  const problem = problemOf(first);
  return failed.every((row) => isAlike(problem, problemOf(row))) ? first : null;
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
          {`Take “${nameOfPath(row.path)}” off the board`}
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

/** Paths that failed under one title, by what is said of them besides. */
interface FailedAlike {
  readonly paths: string[];
  readonly canRetry: boolean;
  readonly details: Map<string, string[]>;
}

/** Above a board of which some paths failed: why, once for all that failed alike. */
export function FailureNotices({ rows, onAsk }: FailureNoticesProps) {
  const alike = new Map<string, FailedAlike>();
  for (const row of rows) {
    const { title, detail, canRetry } = problemOf(row);
    const group = alike.get(title) ?? { paths: [], canRetry, details: new Map<string, string[]>() };
    group.paths.push(row.path);
    group.details.set(detail, [...(group.details.get(detail) ?? []), row.path]);
    alike.set(title, group);
  }
  return [...alike].map(([title, group]) => (
    <div key={title} style={{ marginBottom: 12 }}>
      <Notice
        tone="warning"
        title={title}
        action={
          group.canRetry && (
            <Button variant="default" size="compact-sm" onClick={() => group.paths.forEach(onAsk)}>
              {group.paths.length === 1 ? "Try it again" : `Try all ${formatCount(group.paths.length)} again`}
            </Button>
          )
        }
      >
        <Details details={group.details} />
      </Notice>
    </div>
  ));
}

const MOST_DETAILS = 5;

/** What is said of each, the same words once. */
function Details({ details }: Pick<FailedAlike, "details">) {
  const more = [...details.values()].slice(MOST_DETAILS).flat();
  return (
    <>
      {[...details].slice(0, MOST_DETAILS).map(([detail, listed]) => (
        <p key={detail}>{`${namesOf(listed)}: ${detail}`}</p>
      ))}
      {more.length > 0 && <p>{`${namesOf(more)}: their pages say why.`}</p>}
    </>
  );
}

const MOST_NAMED = 3;

function namesOf(listed: readonly string[]): string {
  const named = listed.slice(0, MOST_NAMED).map(nameOfPath);
  const more = listed.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${plural(more, "more path", "more paths")}` : named.join(", ");
}
