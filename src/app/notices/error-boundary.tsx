import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { isChunkLoadError } from "@/lib/text/chunk-load-error";
import type { Problem } from "@/lib/text/problem";
import { ErrorState } from "@/ui/feedback/states";
import { resetFailedPages } from "@/ui/hooks/lazy-page";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Changing it gives the crashed part another try, as when the address changes. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

function describeCrash(error: Error): Problem {
  if (isChunkLoadError(error)) {
    return {
      title: "This page could not be loaded",
      detail:
        "Its code did not arrive: the connection may be lost, or a newer version was published. Try again, or reload the app.",
      canRetry: true,
    };
  }
  return {
    title: "This page stopped working",
    detail: `A mistake of ours, not of yours: ${error.message}. Try again, or reload the app.`,
    canRetry: true,
  };
}

/** Keeps a crash to the part it happened in and offers another try. */
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
  }

  override componentDidUpdate(previousProps: ErrorBoundaryProps): void {
    if (this.state.error && previousProps.resetKey !== this.props.resetKey) this.retry();
  }

  private readonly handleOnline = (): void => {
    if (isChunkLoadError(this.state.error)) this.retry();
  };

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
