import { type FunctionComponent, memo, useEffect, useState } from "react";
import { runWhenIdle } from "@/lib/scheduler/run-when-idle";
import type { ConnectionNoticesProps } from "./connection-notices";

/** Loads the notices when the browser is idle, because the first rows don't need them. */
export const LazyConnectionNotices = memo(function PlainLazyNotices(props: ConnectionNoticesProps) {
  const [content, setContent] = useState<{ readonly Notices: FunctionComponent<ConnectionNoticesProps> }>();
  useEffect(
    () =>
      runWhenIdle(() => {
        // If a page's code also fails to load, the page shows an error.
        import("./connection-notices").then(
          ({ ConnectionNotices }) => setContent({ Notices: ConnectionNotices }),
          () => undefined,
        );
      }),
    [],
  );
  return content && <content.Notices {...props} />;
});
