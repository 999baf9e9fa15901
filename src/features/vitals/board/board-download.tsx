import { type SubmitEvent, useEffect, useState } from "react";
import type { VitalBudgets } from "@/data/browser-storage/vital-budgets";
import { useApi } from "@/data/client/api-context";
import { type BoardRow, pathProblem } from "@/features/vitals/model/board-rows";
import { downloadBlob } from "@/lib/file/download-blob";
import { pluralize } from "@/lib/text/numbers";
import { createTextMeasurer, renderPng } from "@/ui/chart/render-png";
import { useSaveFile } from "@/ui/download/use-save-file";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { useToasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/choice-fields";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { DialogButtons, DialogFrame } from "@/ui/overlay/dialog-frame";
import { Button } from "@/ui/primitives/button";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./board-download.module.css";
import {
  type BoardContext,
  type BoardEntry,
  boardImageName,
  createBoardCsv,
  createBoardJson,
} from "./board-file";
import { renderBoardImage } from "./board-image";
import { unloadedPathsMessage } from "./board-messages";

interface BoardDownloadProps {
  readonly rows: readonly BoardRow[];
  readonly budgets: VitalBudgets;
  readonly now: Date;
  readonly onClose: () => void;
}

type Format = "csv" | "json" | "png";

const HINTS: Readonly<Record<Format, string>> = {
  csv: "One row per metric and path, with rating, change, and budget.",
  json: "Raw responses, with parsed values, ratings, and budgets.",
  png: "An image of the table on a white background.",
};

export function BoardDownload({ rows, budgets, now, onClose }: BoardDownloadProps) {
  const { client, projectId } = useApi();
  const [format, setFormat] = useState<Format>("csv");
  const saving = useSaveFile();
  const image = useSaveImage();
  const isBusy = saving.rowsDone !== null || image.isRendering;
  const failure = format === "png" ? image.failure : saving.errorMessage;
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  const { connection } = client;
  const context: BoardContext = {
    projectId,
    server: connection.baseUrl || connection.label,
    link: window.location.href,
    budgets,
    now,
  };
  const unloadedCount = rows.filter(({ data }) => data === null).length;

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const entries = rows.map(toBoardEntry);
    const isSaved = await save(entries);
    if (isSaved) onClose();
  }

  function save(entries: readonly BoardEntry[]): Promise<boolean> {
    if (format === "png") return image.save(entries, context);
    const file =
      format === "csv" ? createBoardCsv(entries, context, { bom: true }) : createBoardJson(entries, context);
    return saving.save(file, entries.length);
  }

  return (
    <DialogFrame opened onClose={onClose} title="Download board" size={480}>
      <form className={classes.form} onSubmit={(event) => void handleSubmit(event)}>
        <SegmentedField
          label="Format"
          value={format}
          onChange={setFormat}
          options={[
            { value: "csv", label: "CSV" },
            { value: "json", label: "JSON" },
            { value: "png", label: "PNG" },
          ]}
          description={HINTS[format]}
        />
        {unloadedCount > 0 && <Notice tone="info">{unloadedPathsMessage(unloadedCount)}</Notice>}
        <div className={classes.link}>
          <span className={classes.words}>
            Anyone with access to this project can open this board with the link.
          </span>
          <CopyButton value={context.link} label="Copy link to board" />
        </div>
        {failure !== null && (
          <Notice tone="danger" title="Couldn't create the file">
            {failure}
          </Notice>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton type="submit" loading={isBusy}>
            {`Download ${pluralize(rows.length, "path", "paths")}`}
          </SubmitButton>
        </DialogButtons>
      </form>
    </DialogFrame>
  );
}

/** Returns a function that saves the board as an image. The dialog shows errors. */
function useSaveImage() {
  const toasts = useToasts();
  const [isRendering, setIsRendering] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(entries: readonly BoardEntry[], context: BoardContext): Promise<boolean> {
    setFailure(null);
    setIsRendering(true);
    try {
      const name = boardImageName(context);
      downloadBlob(await renderPng(renderBoardImage(entries, context, createTextMeasurer())), name);
      toasts.show({ title: `Saved ${name}`, tone: "positive" });
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setIsRendering(false);
    }
  }

  return { isRendering, failure, save };
}

function toBoardEntry(row: BoardRow): BoardEntry {
  const { path, data, error } = row;
  if (data !== null || error === null) return { path, response: data, failure: null };
  const { title, detail } = pathProblem(row);
  return { path, response: null, failure: `${title}. ${detail}` };
}
