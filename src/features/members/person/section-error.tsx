import { Button } from "@mantine/core";
import { describeError } from "@/api/describe-error";
import { Notice } from "@/ui/feedback/states";

interface SectionErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Shows a loading error inside a section, so that the rest of the page stays usable. */
export function SectionError({ error, onRetry }: SectionErrorProps) {
  const { title, detail, canRetry } = describeError(error);
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        canRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {detail}
    </Notice>
  );
}
