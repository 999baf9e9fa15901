import { Button, Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import {
  checkExportRequest,
  dismissExportRequest,
  type ExportRequest,
  retryExportRequest,
  stopWaitingForAll,
  useExportRequests,
} from "@/data/exports/export-requests";
import { Notice } from "@/ui/feedback/states";
import { useFocusFallback } from "@/ui/hooks/use-focus-fallback";
import { failedRequestsTitle, isRequestPending } from "./export-request-messages";
import { ExportRequestProgress } from "./export-request-progress";

export function ExportRequestList() {
  const api = useApi();
  const queryClient = useQueryClient();
  const requests = useExportRequests(queryClient, api);
  const pendingRequests = requests.filter(isRequestPending);
  const failed = requests.filter(({ state }) => state === "refused" || state === "unknown");
  const focus = useFocusFallback();
  if (pendingRequests.length === 0 && failed.length === 0) return null;
  return (
    <Stack {...focus} gap="xs" mb="sm" data-no-print>
      <ExportRequestProgress
        requests={pendingRequests}
        onStop={() => stopWaitingForAll(queryClient, pendingRequests)}
      />
      {failed.map((request) => (
        <FailedExportRequest key={request.id} request={request} />
      ))}
    </Stack>
  );
}

function FailedExportRequest({ request }: { readonly request: ExportRequest }) {
  const queryClient = useQueryClient();
  const { id, state, problem } = request;
  const isUnknown = state === "unknown";
  return (
    <Notice
      tone={isUnknown ? "warning" : "danger"}
      title={failedRequestsTitle([request])}
      action={
        <Group gap="xs">
          {isUnknown && (
            <Button variant="default" onClick={() => void checkExportRequest(queryClient, id)}>
              Check again
            </Button>
          )}
          <Button variant="default" onClick={() => retryExportRequest(queryClient, id)}>
            {isUnknown ? "Create again" : "Try again"}
          </Button>
          <Button variant="default" onClick={() => dismissExportRequest(queryClient, id)}>
            Dismiss
          </Button>
        </Group>
      }
    >
      {problem === null ? "The API key was rejected." : `${problem.title}. ${problem.detail}`}
    </Notice>
  );
}
