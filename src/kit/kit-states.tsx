import { useState } from "react";
import type { Problem } from "@/lib/text/problem";
import { RetryCountdown } from "@/ui/feedback/retry-countdown";
import { EmptyState, ErrorState, Notice, Skeleton, SkeletonLines } from "@/ui/feedback/states";
import { Button } from "@/ui/primitives/button";
import { LinkButton } from "@/ui/primitives/link-button";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import { MailIcon, PlusIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";
import { UNREACHABLE_PROBLEM } from "./kit-errors";

const NOW = Date.now();
const NOT_FOUND_PROBLEM: Problem = {
  title: "Subscription not found",
  detail: "It may have been permanently deleted.",
  canRetry: false,
};
const THROTTLED_PROBLEM: Problem = {
  title: "Too many requests",
  detail: "The server is limiting requests.",
  canRetry: true,
  retryAt: NOW + 90_000,
};

export function KitStates() {
  return (
    <>
      <div className={classes.columns}>
        <Section title="Empty">
          <EmptyState
            icon={<MailIcon />}
            title="No subscriptions yet"
            detail="A subscription sends a dashboard or an insight on a schedule."
            action={<Button leftSection={<PlusIcon />}>New subscription</Button>}
          />
        </Section>
        <Section title="Empty, bare">
          <EmptyState title="Nothing here" />
        </Section>
      </div>
      <Errors />
      <Section title="Remarks">
        <Notices />
      </Section>
      <Section title="Waiting">
        <LoadingStates />
      </Section>
    </>
  );
}

function Errors() {
  const [retryCount, setRetryCount] = useState(0);
  const retry = () => setRetryCount((before) => before + 1);
  return (
    <div className={classes.columns}>
      <Section title="Error with a raw response">
        <ErrorState problem={UNREACHABLE_PROBLEM} onRetry={retry} raw={{ detail: "Not a list" }} />
        <p>Tried again {retryCount} times</p>
      </Section>
      <Section title="Error without retry">
        <ErrorState problem={NOT_FOUND_PROBLEM} onRetry={retry} />
      </Section>
      <Section title="Error with actions">
        <ErrorState
          problem={NOT_FOUND_PROBLEM}
          actions={
            <LinkButton to="/kit" variant="default">
              All subscriptions
            </LinkButton>
          }
        />
      </Section>
      <Section title="Error with a wait">
        <ErrorState
          problem={THROTTLED_PROBLEM}
          onRetry={retry}
          actions={<Button variant="default">Cancel</Button>}
        />
      </Section>
    </div>
  );
}

function Notices() {
  return (
    <div className={classes.stack}>
      <Notice tone="info">Times are shown in Europe/Berlin.</Notice>
      <Notice tone="warning" title="Time change on March 29" action={<Button variant="default">Show</Button>}>
        Deliveries keep their UTC time, so they arrive an hour later in local time.
      </Notice>
      <Notice tone="danger" title="Couldn't read 2 records">
        The others are shown.
      </Notice>
      <Notice tone="info" title="A title alone" />
    </div>
  );
}

const noop = () => undefined;

function LoadingStates() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <div className={classes.stack}>
      <SkeletonLines count={4} />
      <Skeleton width="120px" />
      <RetryCountdown retryAt={NOW + 34_000} endMessage="You can try again now." onEnd={noop} />
      <RetryCountdown retryAt={NOW} endMessage="The wait is over." onEnd={noop} />
      <div className={classes.row}>
        <Button variant="default" onClick={() => setIsBusy((before) => !before)}>
          Toggle the progress line
        </Button>
      </div>
      <ProgressLine isActive={isBusy} label="Loading" />
    </div>
  );
}
