import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { isChunkLoadError, type Problem } from "@/lib/text/problem";
import { ErrorState } from "@/ui/feedback/states";
import { resetFailedPages } from "@/ui/hooks/lazy-page";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** After an error, the children render again when this key changes, such as after navigation. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

function describeCrash(error: Error): Problem {
  const isMissing = isChunkLoadError(error);
  return {
    title: isMissing ? "Couldn't load this page" : "Something went wrong on our end",
    detail: isMissing
      ? "Check your connection and try again, or reload to get the latest version."
      : `Try again, or reload the app. Error: ${error.message}`,
    canRetry: true,
  };
}

/** Browsers may report a connection a moment before requests succeed. */
const SECOND_RETRY_MS = 3_000;

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.handleOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.handleOnline);
    clearTimeout(this.retryTimer);
  }

  override componentDidUpdate(previousProps: ErrorBoundaryProps): void {
    if (this.state.error && previousProps.resetKey !== this.props.resetKey) this.retry();
  }

  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly handleOnline = (): void => {
    this.retryChunk();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.retryChunk(), SECOND_RETRY_MS);
  };

  private retryChunk(): void {
    if (isChunkLoadError(this.state.error)) this.retry();
  }

  private readonly retry = (): void => {
    resetFailedPages();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        problem={describeCrash(error)}
        onRetry={this.retry}
        actions={
          <Button variant="default" onClick={() => location.reload()}>
            Reload the app
          </Button>
        }
      />
    );
  }
}
