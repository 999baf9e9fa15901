import { Button, Stack } from "@mantine/core";
import { useApi } from "@/data/backend/backend";
import { clearObservations, type Observation, readObservations } from "@/data/web-vitals/vitals-history";
import { pathLabel } from "@/features/vitals/model/board-rows";
import type { CsvOptions } from "@/lib/file/csv";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { getVitalThreshold } from "@/lib/web-vitals/vital-thresholds";
import { buildFile, useSaveFile } from "@/ui/download/use-save-file";
import { toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { DownloadIcon, TrashIcon } from "@/ui/theme/icons";

interface ObservationsDialogProps {
  /** Page path, or null for the whole project. */
  readonly path: string | null;
  readonly onClose: () => void;
}

const UNREADABLE_ERROR = {
  title: "Couldn't read the local history",
  detail: "Browser storage didn't respond. Reload the page, or use a window that isn't private.",
};
const REMOVAL_ERROR = { ...UNREADABLE_ERROR, title: "Couldn't clear the local history", canRetry: true };

export function ObservationsDialog({ path, onClose }: ObservationsDialogProps) {
  const api = useApi();
  const confirm = useConfirm();
  const saving = useSaveFile({ showsErrorToast: true });
  const scopeLabel = path === null ? "this project" : pathLabel(path);

  async function save(format: "csv" | "json") {
    const allObservations = await readObservations(api).catch(() => null);
    if (allObservations === null) {
      toasts.show({ ...UNREADABLE_ERROR, tone: "danger" });
      return;
    }
    const observed = allObservations.filter((observation) => path === null || observation.path === path);
    if (observed.length === 0) {
      toasts.show({
        title: "No local history yet",
        detail: "Values are stored when they load.",
      });
      return;
    }
    const { connection } = api.client;
    const server = connection.baseUrl || connection.label;
    const context = { projectId: api.projectId, server, now: new Date() };
    await saving.save(createHistoryFile(format, observed, context), observed.length);
  }

  async function confirmClear() {
    const isCleared = await confirm({
      title: `Clear local history for ${scopeLabel}?`,
      body: "This permanently deletes the values stored in this browser. Data on the server isn't affected.",
      confirmLabel: "Clear history",
      tone: "danger",
      onConfirm: () => clearObservations(api, path ?? undefined),
      describeError: () => REMOVAL_ERROR,
    });
    if (isCleared) onClose();
  }

  return (
    <DialogFrame onClose={onClose} title={`Local history for ${scopeLabel}`} size={480}>
      <Stack>
        <p>
          The server only returns recent values. Values you load are stored in this browser, so charts can
          show earlier ones.
        </p>
        <DialogButtons>
          <Button
            variant="subtle"
            color="red"
            leftSection={<TrashIcon />}
            onClick={() => void confirmClear()}
          >
            Clear…
          </Button>
          <Button leftSection={<DownloadIcon />} onClick={() => void save("json")}>
            JSON
          </Button>
          <Button leftSection={<DownloadIcon />} onClick={() => void save("csv")}>
            CSV
          </Button>
          <Button variant="filled" onClick={onClose}>
            Close
          </Button>
        </DialogButtons>
      </Stack>
    </DialogFrame>
  );
}

interface HistoryContext {
  readonly projectId: string;
  readonly server: string;
  readonly now: Date;
}

function createHistoryColumns({ server, projectId }: HistoryContext) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const text = <Name extends string>(header: Name, of: (each: Observation) => string | number | null) => ({
    header,
    text: of,
  });
  return [
    text("server", () => server),
    text("project_id", () => projectId),
    text("path", ({ path }) => (path === ALL_PAGES ? "All pages" : path)),
    text("metric", ({ metric }) => metric),
    text("percentile", ({ percentile }) => percentile),
    text("value", ({ value }) => value),
    text("unit", ({ metric }) => getVitalThreshold(metric)?.unit ?? null),
    text("observed_at", ({ at }) => iso(at)),
    text("period_start", ({ start }) => iso(start)?.slice(0, 10) ?? null),
  ];
}

/** Creates a file with a row per stored value. */
export function createHistoryFile(
  format: "csv" | "json",
  observed: readonly Observation[],
  context: HistoryContext,
  options: CsvOptions = { bom: true },
) {
  const { projectId, now } = context;
  return buildFile(
    observed,
    { format, fields: "shown", ...options },
    {
      columns: createHistoryColumns(context),
      getAllFields: () => ({}),
      fileName: `Web vitals history of project ${projectId} ${now.toISOString().slice(0, 10)}`,
    },
  );
}
