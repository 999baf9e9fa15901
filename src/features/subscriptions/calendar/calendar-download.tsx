import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { cleanFileName } from "@/lib/file-name";
import { plural } from "@/lib/numbers";
import { paths } from "@/lib/paths";
import { useAnnounce } from "@/ui/announcer";
import { DownloadIcon } from "@/ui/icons";
import { SendingButton } from "@/ui/reason-button";
import { saveInSlices } from "@/ui/save-file";
import { calendarChunks } from "./calendar-file";

/** Saves the deliveries that were found as a file that calendars read. */
export function CalendarDownload({ rows }: { readonly rows: readonly Subscription[] }) {
  const { client, projectId } = useApi();
  const announce = useAnnounce();
  const [isSaving, setIsSaving] = useState(false);

  async function save() {
    if (isSaving) return;
    setIsSaving(true);
    const now = Date.now();
    const host = client.connection.label.replace(/[^\w.-]+/g, "-").toLowerCase();
    try {
      await saveInSlices({
        name: cleanFileName(`Deliveries of project ${projectId}`, "ics"),
        type: "text/calendar;charset=utf-8",
        chunks: calendarChunks(rows, {
          place: `${projectId}.${host}`,
          projectId,
          now,
          addressOf: (record) => new URL(paths.subscription(projectId, record.id), location.origin).href,
        }),
      });
      announce(`The calendar file of ${plural(rows.length, "delivery", "deliveries")} is saved`);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <SendingButton
      variant="default"
      size="compact-sm"
      leftSection={<DownloadIcon />}
      loading={isSaving}
      onClick={() => void save()}
    >
      Calendar file
    </SendingButton>
  );
}
