import { buildApi } from "@test/support/builders";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { BulkJobHost } from "@/features/bulk/bulk-job-host";
import { UiProvider } from "@/ui/provider/ui-provider";

test("announces a job that finished before the announcer loaded, once", async () => {
  const api = buildApi();
  const job = startBulkJob(api, { label: "Undo level change for Ana", changes: [] });
  expect(job.get().phase).toBe("finished");
  const show = () =>
    render(
      <UiProvider>
        <BulkJobHost backend={api} />
      </UiProvider>,
    );
  const first = show();
  expect(await screen.findByText("Undo level change for Ana")).toBeVisible();
  first.unmount();
  await act(async () => show());
  expect(screen.queryByText("Undo level change for Ana")).not.toBeInTheDocument();
});
