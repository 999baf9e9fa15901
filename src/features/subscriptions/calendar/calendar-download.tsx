import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { cleanFileName } from "@/lib/file-name";
import { paths } from "@/lib/paths";
import { DownloadIcon } from "@/ui/icons";
import { SendingButton } from "@/ui/reason-button";
import type { Saving } from "@/ui/use-saving";
import { calendarChunks } from "./calendar-file";

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
