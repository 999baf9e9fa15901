import { Button } from "@mantine/core";
import { describeError } from "@/http/describe-error";
import { Notice } from "@/ui/states";

/** Says that what is shown is what was loaded before, and why. */
export function RefreshFailed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const problem = describeError(error);
  return (
    <Notice
      tone="warning"
      title="This may be out of date"
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem.title}. {problem.detail}
    </Notice>
  );
}
