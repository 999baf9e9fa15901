import { Button } from "@mantine/core";
import { useState } from "react";
import { useSignals } from "@/data/signals";
import type { Client } from "@/http/client";
import { paths } from "@/lib/paths";
import { LinkButton } from "@/ui/link-button";
import { Notice } from "@/ui/states";
import classes from "./shell-notice.module.css";

const WORDS = {
  deprecated: {
    title: "This server is about to drop the addresses in use",
    detail: (prefix: string, other: string) =>
      `It calls its routes under /api/${prefix}/ deprecated. They still work. The prefix “${other}” may be their successor.`,
  },
  gone: {
    title: "This server does not know an address that was asked for",
    detail: (prefix: string, other: string) =>
      `A route under /api/${prefix}/ is not there: the server's version may lack it, or know it under the prefix “${other}”.`,
  },
} as const;

/** Told once per connection: its routes are deprecated or gone, and where the prefix is set. */
export function RoutesNotice({ client }: { readonly client: Client }) {
  const { routes } = useSignals(client);
  const [dismissed, setDismissed] = useState<typeof routes>("current");
  const { prefix } = client.connection;
  const isShown = routes !== "current" && routes !== dismissed;
  return (
    <div role="status">
      {isShown && (
        <div className={classes.notice}>
          <Notice tone="warning" title={WORDS[routes].title}>
            <p>{WORDS[routes].detail(prefix, prefix === "environments" ? "projects" : "environments")}</p>
            <div className={classes.buttons}>
              <LinkButton to={paths.connect()} variant="default">
                Change the prefix
              </LinkButton>
              <Button variant="default" onClick={() => setDismissed(routes)}>
                Dismiss
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </div>
  );
}
