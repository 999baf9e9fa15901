import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";

interface NamesRetryProps {
  readonly help: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

export function NamesRetry({ help, isRetrying, onRetry }: NamesRetryProps) {
  return (
    <>
      <output>{isRetrying ? "Loading names…" : help}</output>{" "}
      <Button variant="subtle" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}

/**
 * Returns a handler that reloads names. Moves focus to the field when they have loaded, because the focused button is
 * removed.
 */
export function useNamesRetry(isError: boolean, refetch: () => void, focusField: () => void): () => void {
  const isRetrying = useRef(false);
  const handleNames = useEffectEvent(() => {
    if (isRetrying.current && document.activeElement === document.body) focusField();
    isRetrying.current = false;
  });
  useEffect(() => {
    if (!isError) handleNames();
  }, [isError]);
  return () => {
    isRetrying.current = true;
    refetch();
  };
}
