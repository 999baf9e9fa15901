import type { Subscription } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { createCalendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import { sanitizeFileName } from "@/lib/file/file-name";
import { paths } from "@/lib/url/paths";
import type { SaveFileState } from "@/ui/download/use-save-file";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon } from "@/ui/theme/icons";

interface CalendarDownloadProps {
  readonly rows: readonly Subscription[];
  /** Time after which deliveries can't be computed. Null if there is no such time. */
  readonly forecastEnd: Date | null;
  /** Owned by the page, which shows the errors. */
  readonly saving: SaveFileState;
}

export function CalendarDownload({ rows, forecastEnd, saving }: CalendarDownloadProps) {
  const { client, projectId } = useApi();
  const { names } = useSourceNames();
  const isSaving = saving.rowsDone !== null;

  function save() {
    if (isSaving) return;
    const serverHost = client.connection.label.replace(/[^\w.-]+/g, "-").toLowerCase();
    const chunks = createCalendarChunks(rows, {
      host: `${projectId}.${serverHost}`,
      projectId,
      now: Date.now(),
      forecastEnd,
      recordUrl: (record) => new URL(paths.subscription(projectId, record.id), location.origin).href,
      names,
    });
    const name = sanitizeFileName(`Deliveries of project ${projectId}`, "ics");
    void saving.save({ name, type: "text/calendar;charset=utf-8", chunks }, rows.length);
  }

  return (
    <SubmitButton variant="default" leftSection={<DownloadIcon />} loading={isSaving} onClick={save}>
      Download .ics
    </SubmitButton>
  );
}
