import { Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useVitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import {
  type BoardRow,
  collectMetrics,
  cutPathsMessage,
  rowResponse,
} from "@/features/vitals/model/board-rows";
import {
  addBoardPaths,
  type Board,
  formatBoard,
  getPathsOverLimit,
  hasPaths,
  parseBoard,
  removeBoardPath,
} from "@/features/vitals/model/board-search-params";
import { useRememberBoard } from "@/features/vitals/model/last-board-url";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { VitalHelp } from "@/features/vitals/parts/vital-help";
import { paths } from "@/lib/url/paths";
import { hasCutParts, parsePagePath } from "@/lib/web-vitals/page-path";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/use-selection";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { HelpLink } from "@/ui/page/help-link";
import { Page } from "@/ui/page/page";
import { DownloadIcon, JournalIcon, ListIcon, RefreshIcon, TrashIcon } from "@/ui/theme/icons";
import { BoardAdd } from "./board-add";
import { BoardCards } from "./board-cards";
import { BoardCompare } from "./board-compare";
import { BoardEmpty } from "./board-empty";
import { BoardFailure, BoardFailures, getCommonFailure, getFailedRows } from "./board-failures";
import { pathsRemovedAnnouncement } from "./board-messages";
import { BoardStatusBar } from "./board-status-bar";
import { BoardTable, boardRowId } from "./board-table";
import { PathsOverLimit } from "./paths-over-limit";
import { useBoardRows } from "./use-board-rows";
import { useSortedRows } from "./use-sorted-rows";

const BudgetsDrawer = lazyOverlay(() => import("./budgets-drawer"), "BudgetsDrawer");
const BoardDownload = lazyOverlay(() => import("./board-download"), "BoardDownload");
const ObservationsDialog = lazyOverlay(
  () => import("@/features/vitals/parts/observations-dialog"),
  "ObservationsDialog",
);

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
  return (
    <BoardPage
      board={board}
      cutPaths={parameters
        .getAll("path")
        .filter(hasCutParts)
        .flatMap((text) => parsePagePath(text) ?? [])}
      pathsOverLimit={getPathsOverLimit(parameters)}
      search={search}
    />
  );
}

interface BoardPageProps {
  readonly board: Board;
  /** Paths that lost a host, query, or fragment of the URL's parameter. */
  readonly cutPaths: readonly string[];
  readonly pathsOverLimit: readonly string[];
  readonly search: string;
}

function BoardPage({ board, cutPaths, pathsOverLimit, search }: BoardPageProps) {
  const api = useApi();
  const now = useNow();
  const { rows, refetchPath } = useBoardRows(board.paths);
  const { budgets, setBudgets } = useVitalBudgets(api);
  const sorted = useSortedRows(rows, board.sort);
  const metrics = useMemo(() => collectMetrics(rows.flatMap((row) => rowResponse(row) ?? [])), [rows]);
  const { selection, selected, setSelection } = useSelection(rows, boardRowId);
  const { updateBoard, removePaths, addPaths } = useBoardChanges(board);
  const [open, setOpen] = useState<"budgets" | "download" | "observations" | null>(null);
  const close = () => setOpen(null);
  useVitalsRecorder(board.paths);
  useRememberBoard(search, true);

  const refetchAll = () => board.paths.forEach(refetchPath);
  const failed = getFailedRows(rows);
  const commonFailure = getCommonFailure(rows);
  const comparedRows = board.compare.flatMap((path) => rows.find((row) => row.path === path) ?? []);
  const view = {
    rows: sorted,
    metrics,
    budgets,
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
          <Button variant="default" onClick={() => setOpen("budgets")}>
            Budgets…
          </Button>
          {rows.length > 0 && (
            <Button variant="default" leftSection={<DownloadIcon />} onClick={() => setOpen("download")}>
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
          <PathsOverLimit paths={pathsOverLimit} />
        </div>
      )}
      {rows.length === 0 && <BoardEmpty />}
      {commonFailure !== null ? (
        <BoardFailure row={commonFailure} onRetry={refetchAll} onRemove={(path) => removePaths([path])} />
      ) : (
        rows.length > 0 && (
          <>
            <BoardFailures rows={failed} onRefresh={refetchPath} />
            {comparedRows.length > 0 && (
              <div style={{ marginBottom: 16 }}>
                <BoardCompare
                  rows={comparedRows}
                  metrics={metrics}
                  budgets={budgets}
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
              now={now}
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
              <Button
                variant="default"
                leftSection={<TrashIcon />}
                onClick={() => removePaths(selected.map(boardRowId))}
              >
                Remove from board
              </Button>
            </SelectionBar>
          </>
        )
      )}
      {open === "budgets" && <BudgetsDrawer budgets={budgets} setBudgets={setBudgets} onClose={close} />}
      {open === "download" && <BoardDownload rows={sorted} budgets={budgets} now={now} onClose={close} />}
      {open === "observations" && <ObservationsDialog path={null} onClose={close} />}
    </Page>
  );
}

const OBSERVATIONS = { id: "observations", label: "Local history…", icon: <JournalIcon /> };

function useBoardChanges({ paths: shownPaths }: Board) {
  const api = useApi();
  const { remember } = useVitalPaths(api);
  const editAddress = useEditSearchParams(paths.vitals(api.projectId));
  const announce = useAnnounce();
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
    announce(pathsRemovedAnnouncement(removedPaths));
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
