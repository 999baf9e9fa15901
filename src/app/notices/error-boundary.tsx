import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { isMissingCode } from "@/lib/text/chunk-load-error";
import type { Problem } from "@/lib/text/problem";
import { ErrorState } from "@/ui/feedback/states";
import { forgetFailedPages } from "@/ui/hooks/lazy-page";

interface Props {
  readonly children: ReactNode;
  /** Changing it gives the crashed part another try, as when the address changes. */
  readonly resetKey?: string;
}

interface State {
  readonly error: Error | null;
}

function problemOf(error: Error): Problem {
  if (isMissingCode(error)) {
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
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.onOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("online", this.onOnline);
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.tryAgain();
  }

  private readonly onOnline = (): void => {
    if (isMissingCode(this.state.error)) this.tryAgain();
  };

  private readonly tryAgain = (): void => {
    forgetFailedPages();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        problem={problemOf(error)}
        onRetry={this.tryAgain}
        actions={
          <Button variant="default" onClick={() => location.reload()}>
            Reload the app
          </Button>
        }
      />
    );
  }
}
