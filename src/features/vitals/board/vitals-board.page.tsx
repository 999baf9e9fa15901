import { Button } from "@mantine/core";
import { Suspense, useEffect, useMemo, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useVitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useVitalPaths } from "@/data/browser-storage/vital-paths";
import { useApi } from "@/data/client/api-context";
import { answerOf, type BoardRow, metricsOf, nameOfPath } from "@/features/vitals/model/board-rows";
import {
  type Board,
  namesPaths,
  pathsBeyond,
  readBoard,
  withoutPath,
  withPaths,
  writeBoard,
} from "@/features/vitals/model/board-search-params";
import { useKeepBoardPlace } from "@/features/vitals/model/last-board-url";
import { useVitalsRecorder } from "@/features/vitals/model/use-vitals-recorder";
import { VitalHelp } from "@/features/vitals/parts/vital-help";
import { paths } from "@/lib/url/paths";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/use-selection";
import { useAnnounce } from "@/ui/feedback/announcer";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { ActionMenu } from "@/ui/overlay/action-menu";
import { Page } from "@/ui/page/page";
import { DownloadIcon, JournalIcon, ListIcon, RefreshIcon, TrashIcon } from "@/ui/theme/icons";
import { BoardAdd } from "./board-add";
import { BoardCards } from "./board-cards";
import { BoardCompare } from "./board-compare";
import { BoardEmpty } from "./board-empty";
import { FailureNotices, failedRows, WholeFailure, wholeFailureOf } from "./board-failures";
import { BoardLine } from "./board-status-bar";
import { BoardTable, pathOf } from "./board-table";
import { PathsBeyond } from "./paths-over-limit";
import { useBoardRows } from "./use-board-rows";
import { useSortedRows } from "./use-sorted-rows";

const { Component: BudgetsDrawer } = lazyPage(() => import("./budgets-drawer"), "BudgetsDrawer");
const { Component: BoardDownload } = lazyPage(() => import("./board-download"), "BoardDownload");
const { Component: ObservationsDialog } = lazyPage(
  () => import("@/features/vitals/parts/observations-dialog"),
  "ObservationsDialog",
);

/** The web vitals of chosen paths, side by side. */
export function VitalsBoardPage() {
  const api = useApi();
  const { search } = useLocation();
  const remembered = useVitalPaths(api);
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const board = useMemo(() => readBoard(parameters), [parameters]);
  if (!namesPaths(parameters) && remembered.board.length > 0) {
    // The address says what is shown, so that it can be given to others.
    return <Navigate to={writeBoard({ ...board, paths: remembered.board })} replace />;
  }
  return (
    <BoardPage
      board={board}
      beyond={pathsBeyond(parameters)}
      isNamed={namesPaths(parameters)}
      search={search}
    />
  );
}

interface BoardPageProps {
  readonly board: Board;
  /** Paths of the address for which there is no room. */
  readonly beyond: readonly string[];
  /** The address says which paths there are. */
  readonly isNamed: boolean;
  readonly search: string;
}

function BoardPage({ board, beyond, isNamed, search }: BoardPageProps) {
  const api = useApi();
  const now = useNow();
  const { rows, ask } = useBoardRows(board.paths);
  const { budgets, choose } = useVitalBudgets(api);
  const sorted = useSortedRows(rows, board.sort);
  const metrics = useMemo(() => metricsOf(rows.flatMap((row) => answerOf(row) ?? [])), [rows]);
  const { selection, selected, setSelection } = useSelection(rows, pathOf);
  const { change, remove, add } = useBoardChanges(api.projectId);
  const [open, setOpen] = useState<"budgets" | "download" | "observations" | null>(null);
  const close = () => setOpen(null);
  useVitalsRecorder(board.paths);
  useKeepBoardPlace(search, true);
  useRemembered(board.paths, isNamed);

  const askAll = () => board.paths.forEach(ask);
  const failed = failedRows(rows);
  const whole = wholeFailureOf(rows);
  const compared = board.compare.flatMap((path) => rows.find((row) => row.path === path) ?? []);
  const view = {
    rows: sorted,
    metrics,
    budgets,
    onAsk: ask,
    rowActions: useRowActions(ask, remove),
    selection,
    onSelectionChange: setSelection,
  };

  return (
    <Page
      title="Web vitals"
      description={
        <>
          How fast pages were for the people who visited them, as the server computed it. <VitalHelp />
        </>
      }
      actions={
        <>
          <Button variant="default" onClick={() => setOpen("budgets")}>
            Budgets…
          </Button>
          {rows.length > 0 && (
            <Button variant="default" leftSection={<DownloadIcon />} onClick={() => setOpen("download")}>
              Export…
            </Button>
          )}
          <ActionMenu
            label="More"
            actions={() => [{ ...OBSERVATIONS, onSelect: () => setOpen("observations") }]}
          />
        </>
      }
    >
      <BoardAdd shown={board.paths} onAdd={add} />
      {beyond.length > 0 && (
        <div style={{ marginBottom: 12 }}>
          <PathsBeyond paths={beyond} />
        </div>
      )}
      {rows.length === 0 && <BoardEmpty />}
      {whole !== null ? (
        <WholeFailure row={whole} onRetry={askAll} onRemove={(path) => remove([path])} />
      ) : (
        rows.length > 0 && (
          <>
            <FailureNotices rows={failed} onAsk={ask} />
            {compared.length > 0 && (
              <div style={{ marginBottom: 16 }}>
                <BoardCompare
                  rows={compared}
                  metrics={metrics}
                  budgets={budgets}
                  onAsk={ask}
                  onLeaveOut={(path) =>
                    change((said) => ({ ...said, compare: said.compare.filter((each) => each !== path) }))
                  }
                  onEnd={() => change((said) => ({ ...said, compare: [] }))}
                />
              </div>
            )}
            <BoardLine
              rows={rows}
              view={board.view}
              linkTo={(next) => ({ search: writeBoard({ ...board, view: next }) })}
              onRefresh={askAll}
              now={now}
            />
            {board.view === "table" ? (
              <BoardTable
                {...view}
                sort={board.sort}
                onSortChange={(sort) => change((said) => ({ ...said, sort }), true)}
              />
            ) : (
              <BoardCards {...view} />
            )}
            <SelectionBar selection={selection} rows={sorted} idOf={pathOf} onChange={setSelection}>
              <Button
                size="compact-sm"
                leftSection={<ListIcon />}
                disabled={selected.length < 2}
                onClick={() => {
                  // As they were chosen: the first is what the others are measured against.
                  change((said) => ({ ...said, compare: [...selection].map(String) }));
                  setSelection(new Set());
                  window.scrollTo({ top: 0 });
                }}
              >
                Compare
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<TrashIcon />}
                onClick={() => remove(selected.map(pathOf))}
              >
                Take off the board
              </Button>
            </SelectionBar>
          </>
        )
      )}
      <Suspense fallback={null}>
        {open === "budgets" && <BudgetsDrawer budgets={budgets} choose={choose} onClose={close} />}
        {open === "download" && <BoardDownload rows={sorted} budgets={budgets} now={now} onClose={close} />}
        {open === "observations" && <ObservationsDialog path={null} onClose={close} />}
      </Suspense>
    </Page>
  );
}

const OBSERVATIONS = { id: "observations", label: "Own observations…", icon: <JournalIcon /> };

/** Keeps the paths of the board for next time. */
function useRemembered(shown: readonly string[], isNamed: boolean): void {
  const { remember } = useVitalPaths(useApi());
  const listed = shown.join("\n");
  useEffect(() => {
    if (isNamed) remember(listed === "" ? [] : listed.split("\n"));
    // oxlint-disable-next-line react/exhaustive-deps -- `remember` is made anew by each reading of what it keeps
  }, [listed, isNamed]);
}

/** The ways to change what the address says. */
function useBoardChanges(projectId: string) {
  const editAddress = useAddressEdit(paths.vitals(projectId));
  const announce = useAnnounce();

  function change(edit: (said: Board) => Board, isSmall = false): void {
    editAddress((params) => writeBoard(edit(readBoard(params))), { replace: isSmall });
  }

  function remove(gone: readonly string[]): void {
    change((said) => gone.reduce(withoutPath, said));
    announce(`${gone.map(nameOfPath).join(", ")} taken off the board`);
  }

  /** Gives those that found no room. */
  function add(more: readonly string[]): readonly string[] {
    const said = readBoard(new URLSearchParams(window.location.search));
    const { board, left } = withPaths(said, more);
    if (board.paths.length > said.paths.length) change(() => board);
    return left;
  }

  return { change, remove, add };
}

function useRowActions(ask: (path: string) => void, remove: (paths: readonly string[]) => void) {
  return ({ path }: BoardRow): readonly RowAction[] => [
    { id: "refresh", label: "Refresh", icon: <RefreshIcon />, onSelect: () => ask(path) },
    {
      id: "remove",
      label: "Take off the board",
      icon: <TrashIcon />,
      key: "Delete",
      shortcut: "Del",
      onSelect: () => remove([path]),
    },
  ];
}
