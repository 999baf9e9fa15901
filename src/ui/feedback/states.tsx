import { Button } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { RawJson } from "./raw-json";
import { RetryCountdown } from "./retry-countdown";
import classes from "./states.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

export function EmptyState({ title, detail, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon !== undefined && <div className={classes.icon}>{icon}</div>}
      <h2>{title}</h2>
      {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      {action !== undefined && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly problem: Problem;
  /**
   * Called by the button "Try again", which is shown if the problem allows a retry. Also called
   * once when the server's wait time ends.
   */
  readonly onRetry?: () => void;
  /** Raw response when parsing failed. */
  readonly raw?: unknown;
  readonly actions?: ReactNode;
}

export function ErrorState({ problem, onRetry, raw, actions }: ErrorStateProps) {
  const retry = problem.canRetry ? onRetry : undefined;
  return (
    <div className={classes.state}>
      <div className={classes.icon} data-tone="danger">
        <ErrorIcon />
      </div>
      <div role="alert">
        <h2>{problem.title}</h2>
        <div className={classes.detail}>{problem.detail}</div>
      </div>
      {retry && problem.retryAt !== undefined && (
        <RetryCountdown retryAt={problem.retryAt} endMessage="Retrying…" onEnd={retry} />
      )}
      {(actions !== undefined || retry) && (
        <div className={classes.actions}>
          {retry && (
            <Button variant="default" leftSection={<RefreshIcon />} onClick={retry}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      )}
      {raw !== undefined && (
        <div className={classes.raw}>
          <RawJson value={raw} />
        </div>
      )}
    </div>
  );
}

const LINE_WIDTHS = ["92%", "78%", "85%", "64%"];

interface SkeletonLinesProps {
  readonly count: number;
  /** Whether a surrounding element already announces loading. */
  readonly isDecorative?: boolean;
}

export function SkeletonLines({ count, isDecorative = false }: SkeletonLinesProps) {
  return (
    <div
      className={classes.lines}
      aria-busy={!isDecorative || undefined}
      aria-hidden={isDecorative || undefined}
    >
      {!isDecorative && <HiddenText>Loading</HiddenText>}
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? "80%"} />
      ))}
    </div>
  );
}

/** Shows a placeholder bar, 10 px high. */
export function Skeleton({ width }: { readonly width: CSSProperties["width"] }) {
  return <span className={classes.skeleton} style={{ width }} />;
}

interface NoticeProps {
  readonly tone: "info" | "warning" | "danger";
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shows an inline notice. Only the tone "danger" interrupts screen readers. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === "danger" ? "alert" : undefined}>
      <span className={classes.noticeIcon}>
        {tone === "info" ? <InfoIcon /> : tone === "warning" ? <WarningIcon /> : <ErrorIcon />}
      </span>
      <div className={classes.content}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={classes.noticeAction}>{action}</div>}
    </div>
  );
}
