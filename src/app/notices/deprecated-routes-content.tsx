import { Button } from "@mantine/core";
import type { Client } from "@/http/client";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import classes from "./shell-notice.module.css";

const MESSAGES = {
  deprecated: {
    title: "This server is about to drop the addresses in use",
    detail: (prefix: string, otherPrefix: string) =>
      `It calls its routes under /api/${prefix}/ deprecated. They still work. The prefix “${otherPrefix}” may be their successor.`,
  },
  gone: {
    title: "This server does not know an address that was asked for",
    detail: (prefix: string, otherPrefix: string) =>
      `A route under /api/${prefix}/ is not there: the server's version may lack it, or know it under the prefix “${otherPrefix}”.`,
  },
} as const;

interface DeprecatedRoutesContentProps {
  readonly routes: keyof typeof MESSAGES;
  readonly prefix: Client["connection"]["prefix"];
  readonly onDismiss: () => void;
}

/** What is wrong with the routes in use, and where the prefix is set. */
export function DeprecatedRoutesContent({ routes, prefix, onDismiss }: DeprecatedRoutesContentProps) {
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={MESSAGES[routes].title}>
        <p>{MESSAGES[routes].detail(prefix, prefix === "environments" ? "projects" : "environments")}</p>
        <div className={classes.buttons}>
          <LinkButton to={paths.connect()} variant="default">
            Change the prefix
          </LinkButton>
          <Button variant="default" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </Notice>
    </div>
  );
}
