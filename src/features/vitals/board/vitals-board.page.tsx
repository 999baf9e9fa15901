import { Button } from "@mantine/core";
import { shallowEqual } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { useVitalPaths, vitalsQueries } from "@/data/web-vitals/web-vitals";
import {
  type BoardRow,
  collectMetrics,
  cutPathsMessage,
  isFailed,
  isPending,
  pathLabel,
  pathNames,
  rowResponse,
  sortBoardRows,
} from "@/features/vitals/model/board-rows";
import {
  addBoardPaths,
  type Board,
  formatBoard,
  getPathsOverLimit,
  hasPaths,
  MAX_PATHS,
  parseBoard,
  removeBoardPath,
  useRememberBoard,
} from "@/features/vitals/model/board-search-params";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { ObservationsDialog } from "@/features/vitals/parts/observations-dialog";
import { VitalHelp } from "@/features/vitals/parts/vital-figure";
import { formatList, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { formatSortParam, type SortStep } from "@/lib/url/url-state";
import { hasCutParts, parsePagePath, toPathname } from "@/lib/web-vitals/page-path";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import { useSelection } from "@/ui/data-table/data-table-header";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { announce } from "@/ui/feedback/toasts";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { HelpLink, Page } from "@/ui/page/page";
import { DownloadIcon, GaugeIcon, JournalIcon, ListIcon, RefreshIcon, TrashIcon } from "@/ui/theme/icons";
import { BoardAdd } from "./board-add";
import { BoardCompare } from "./board-compare";
import { BoardDownload } from "./board-download";
import { BoardFailure, BoardFailures, BoardStatusBar, getCommonFailure } from "./board-status-bar";
import { BoardCards, BoardTable, boardRowId } from "./board-table";
import { BudgetsDrawer } from "./budgets-drawer";

export function VitalsBoardPage() {
  const api = useApi();
  const { search } = useLocation();
  const vitalPaths = useVitalPaths(api);
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const board = useMemo(() => parseBoard(parameters), [parameters]);
  if (!hasPaths(parameters) && vitalPaths.board.length > 0) {
    // Adds the last board's paths to the URL, so that the user can share the board.
    return <Navigate to={formatBoard({ ...board, paths: vitalPaths.board })} replace />;
  }
  return <BoardPage board={board} parameters={parameters} />;
}

interface BoardPageProps {
  readonly board: Board;
  /** Parameters of the URL, from which the board was parsed. */
  readonly parameters: URLSearchParams;
}

function BoardPage({ board, parameters }: BoardPageProps) {
  const { rows, refetchPath } = useBoardRows(board.paths);
  const sorted = useSortedRows(rows, board.sort);
  const metrics = useMemo(() => collectMetrics(rows.flatMap((row) => rowResponse(row) ?? [])), [rows]);
  const { selection, selected, setSelection } = useSelection(rows, boardRowId);
  const { updateBoard, removePaths, addPaths } = useBoardChanges(board);
  const [open, setOpen] = useState<"budgets" | "download" | "observations" | null>(null);
  const close = () => setOpen(null);
  useVitalsRecorder(rows);
  useRememberBoard(useLocation().search, true);

  const refetchAll = () => board.paths.forEach(refetchPath);
  const cutPaths = parameters
    .getAll("path")
    .filter(hasCutParts)
    .flatMap((text) => parsePagePath(text) ?? []);
  const pathsOverLimit = getPathsOverLimit(parameters);
  const commonFailure = getCommonFailure(rows);
  const comparedRows = board.compare.flatMap((path) => rows.find((row) => row.path === path) ?? []);
  const view = {
    rows: sorted,
    metrics,
    onRefresh: refetchPath,
    rowActions: useBoardRowActions(refetchPath, removePaths),
    selection,
    onSelectionChange: setSelection,
  };

  return (
    <Page
      title="Web vitals"
      description={
        <>
          How fast your pages are for real visitors.{" "}
          <span style={{ whiteSpace: "nowrap" }}>
            <HelpLink page="web-vitals" topic="web vitals and budgets" /> <VitalHelp />
          </span>
        </>
      }
      actions={
        <>
          <Button onClick={() => setOpen("budgets")}>Budgets…</Button>
          {rows.length > 0 && (
            <Button leftSection={<DownloadIcon />} onClick={() => setOpen("download")}>
              Download…
            </Button>
          )}
          <ActionMenu
            label="More"
            actions={() => [{ ...OBSERVATIONS, onSelect: () => setOpen("observations") }]}
          />
        </>
      }
    >
      <BoardAdd boardPaths={board.paths} onAddPaths={addPaths} />
      {cutPaths.length > 0 && (
        <div style={{ marginBottom: 12 }}>
          <Notice tone="info">{cutPathsMessage(cutPaths)}</Notice>
        </div>
      )}
      {pathsOverLimit.length > 0 && (
        <div style={{ marginBottom: 12 }}>
          <Notice
            tone="warning"
            title={`This link has ${pluralize(MAX_PATHS + pathsOverLimit.length, "path", "paths")}`}
          >
            A board holds up to {MAX_PATHS}. Not shown: {pathNames(pathsOverLimit, 5)}.
          </Notice>
        </div>
      )}
      {rows.length === 0 && (
        <EmptyState
          icon={<GaugeIcon size={24} />}
          title="No paths on the board yet"
          detail="Add page paths above to compare their INP, LCP, CLS, and FCP. You can paste full URLs."
        />
      )}
      {commonFailure !== null ? (
        <BoardFailure row={commonFailure} onRetry={refetchAll} onRemove={(path) => removePaths([path])} />
      ) : (
        rows.length > 0 && (
          <>
            <BoardFailures rows={rows.filter(isFailed)} onRefresh={refetchPath} />
            {comparedRows.length > 0 && (
              <div style={{ marginBottom: 16 }}>
                <BoardCompare
                  rows={comparedRows}
                  metrics={metrics}
                  onRefresh={refetchPath}
                  onRemovePath={(path) =>
                    updateBoard((current) => ({
                      ...current,
                      compare: current.compare.filter((comparedPath) => comparedPath !== path),
                    }))
                  }
                  onEnd={() => updateBoard((current) => ({ ...current, compare: [] }))}
                />
              </div>
            )}
            <BoardStatusBar
              rows={rows}
              view={board.view}
              linkTo={(next) => ({ search: formatBoard({ ...board, view: next }) })}
              onRefresh={refetchAll}
            />
            {board.view === "table" ? (
              <BoardTable
                {...view}
                sort={board.sort}
                onSortChange={(sort) => updateBoard((current) => ({ ...current, sort }), true)}
              />
            ) : (
              <BoardCards {...view} />
            )}
            <SelectionBar selection={selection} rows={sorted} getRowId={boardRowId} onChange={setSelection}>
              <Button
                variant="filled"
                leftSection={<ListIcon />}
                disabled={selected.length < 2}
                onClick={() => {
                  // Keeps the order of selection, because the first path is the baseline.
                  updateBoard((current) => ({ ...current, compare: [...selection].map(String) }));
                  setSelection(new Set());
                  window.scrollTo({ top: 0 });
                }}
              >
                Compare
              </Button>
              <Button leftSection={<TrashIcon />} onClick={() => removePaths(selected.map(boardRowId))}>
                Remove from board
              </Button>
            </SelectionBar>
          </>
        )
      )}
      {open === "budgets" && <BudgetsDrawer onClose={close} />}
      {open === "download" && <BoardDownload rows={sorted} onClose={close} />}
      {open === "observations" && <ObservationsDialog path={null} onClose={close} />}
    </Page>
  );
}

const OBSERVATIONS = { id: "observations", label: "Local history…", icon: <JournalIcon /> };

function useBoardChanges({ paths: shownPaths }: Board) {
  const api = useApi();
  const { remember } = useVitalPaths(api);
  const editAddress = useEditSearchParams(paths.vitals(api.projectId));
  const isChanged = useRef(false);
  const joinedPaths = shownPaths.join("\n");
  // Stores paths only after the user has changed them, because a shared link must not replace the
  // user's own board.
  useEffect(() => {
    if (isChanged.current) remember(shownPaths);
    isChanged.current = false;
    // oxlint-disable-next-line react/exhaustive-deps -- each change to stored paths recreates `remember`
  }, [joinedPaths]);

  function updateBoard(updater: (current: Board) => Board, isReplacing = false): void {
    editAddress((params) => formatBoard(updater(parseBoard(params))), { replace: isReplacing });
  }

  function removePaths(removedPaths: readonly string[]): void {
    isChanged.current = true;
    updateBoard((current) => removedPaths.reduce(removeBoardPath, current));
    announce(`${formatList(removedPaths.map(pathLabel))} removed from the board`);
  }

  /** Adds paths to the board. Returns those beyond the limit. */
  function addPaths(addedPaths: readonly string[]): readonly string[] {
    const current = parseBoard(new URLSearchParams(window.location.search));
    const { board, rejectedPaths } = addBoardPaths(current, addedPaths);
    if (board.paths.length > current.paths.length) {
      isChanged.current = true;
      updateBoard(() => board);
    }
    return rejectedPaths;
  }

  return { updateBoard, removePaths, addPaths };
}

function useBoardRowActions(
  refetchPath: (path: string) => void,
  removePaths: (paths: readonly string[]) => void,
) {
  return ({ path }: BoardRow): readonly RowAction[] => [
    { id: "refresh", label: "Refresh", icon: <RefreshIcon />, onSelect: () => refetchPath(path) },
    {
      id: "remove",
      label: "Remove from board",
      icon: <TrashIcon />,
      key: "Delete",
      shortcut: "Del",
      onSelect: () => removePaths([path]),
    },
  ];
}

/** Loads each path with a separate request. Returns the rows and a function that refetches a path. */
function useBoardRows(boardPaths: readonly string[]) {
  const api = useApi();
  const results = useQueries({
    queries: boardPaths.map((path) => vitalsQueries.path(api, toPathname(path))),
  });
  const rows = useStructuralSharing(
    results.map(({ data, error, isFetching }, index) => ({
      path: boardPaths[index] ?? "",
      data: data ?? null,
      error,
      isFetching,
    })),
  );
  const refetchPath = useCallback(
    (path: string) => {
      const { queryKey } = vitalsQueries.path(api, toPathname(path));
      void api.queryClient.refetchQueries({ queryKey, exact: true });
    },
    [api],
  );
  return { rows, refetchPath };
}

/** Reuses the objects of unchanged rows, so that a response rerenders only its own row. */
function useStructuralSharing(rows: readonly BoardRow[]): readonly BoardRow[] {
  const previousRows = useRef<readonly BoardRow[]>([]);
  const next = rows.map((row) => {
    const previousRow = previousRows.current.find(({ path }) => path === row.path);
    return shallowEqual(previousRow, row) ? (previousRow ?? row) : row;
  });
  if (!shallowEqual(next, previousRows.current)) previousRows.current = next;
  return previousRows.current;
}

/** Sorts the rows. While paths load, rows keep their order unless the sort changes. */
function useSortedRows(rows: readonly BoardRow[], sort: readonly SortStep[]): readonly BoardRow[] {
  const heldOrder = useRef<{ readonly sort: string; readonly paths: readonly string[] }>(undefined);
  return useMemo(() => {
    const before = heldOrder.current;
    const name = formatSortParam(sort);
    const isOrderHeld = rows.some(isPending) && (before === undefined || before.sort === name);
    const heldPaths = before?.paths ?? [];
    const heldIndex = ({ path }: BoardRow) =>
      heldPaths.includes(path) ? heldPaths.indexOf(path) : heldPaths.length;
    const next = isOrderHeld
      ? rows.toSorted((left, right) => heldIndex(left) - heldIndex(right))
      : sortBoardRows(rows, sort);
    heldOrder.current = { sort: name, paths: next.map(({ path }) => path) };
    return next;
  }, [rows, sort, heldOrder]);
}
