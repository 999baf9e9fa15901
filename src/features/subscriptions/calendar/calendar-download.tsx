import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { calendarChunks } from "@/features/subscriptions/calendar/model/calendar-file";
import { cleanFileName } from "@/lib/file/file-name";
import { paths } from "@/lib/url/paths";
import type { Saving } from "@/ui/download/use-save-file";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import { DownloadIcon } from "@/ui/theme/icons";

interface CalendarDownloadProps {
  readonly rows: readonly Subscription[];
  /** Of the page, which shows why it failed. */
  readonly saving: Saving;
}

/** Saves the deliveries that were found as a file that calendars read. */
export function CalendarDownload({ rows, saving }: CalendarDownloadProps) {
  const { client, projectId } = useApi();
  const isSaving = saving.rowsDone !== null;

  function save() {
    if (isSaving) return;
    const host = client.connection.label.replace(/[^\w.-]+/g, "-").toLowerCase();
    const chunks = calendarChunks(rows, {
      place: `${projectId}.${host}`,
      projectId,
      now: Date.now(),
      addressOf: (record) => new URL(paths.subscription(projectId, record.id), location.origin).href,
    });
    const name = cleanFileName(`Deliveries of project ${projectId}`, "ics");
    void saving.save({ name, type: "text/calendar;charset=utf-8", chunks }, rows.length);
  }

  return (
    <SendingButton
      variant="default"
      size="compact-sm"
      leftSection={<DownloadIcon />}
      loading={isSaving}
      onClick={save}
    >
      Calendar file
    </SendingButton>
  );
}
