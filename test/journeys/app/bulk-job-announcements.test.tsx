import { QueryClientProvider } from "@tanstack/react-query";
import { buildApi } from "@test/support/builders";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { createQueryClient } from "@/data/query/query-client";
import { BulkJobHost } from "@/features/bulk/bulk-job-host";
import { UiProvider } from "@/ui/provider/ui-provider";

test("announces a job that finished before the announcer loaded, once", async () => {
  const queryClient = createQueryClient();
  const job = startBulkJob(queryClient, buildApi(), { label: "Undo level change for Ana", changes: [] });
  expect(job.get().phase).toBe("finished");
  const show = () =>
    render(
      <UiProvider>
        <QueryClientProvider client={queryClient}>
          <BulkJobHost />
        </QueryClientProvider>
      </UiProvider>,
    );
  const first = show();
  expect(await screen.findByText("Undo level change for Ana")).toBeVisible();
  first.unmount();
  await act(async () => show());
  expect(screen.queryByText("Undo level change for Ana")).not.toBeInTheDocument();
});
