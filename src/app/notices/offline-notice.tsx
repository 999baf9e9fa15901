import { useSyncExternalStore } from "react";
import { Notice } from "@/ui/feedback/states";
import classes from "./shell-notice.module.css";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that the connection is lost, and what still works. */
export function OfflineNotice({ isDemo }: { readonly isDemo: boolean }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className={classes.notice}>
          <Notice tone="warning" title="You're offline">
            {isDemo
              ? "The demo goes on without a connection. Only pages that you have not opened yet need it."
              : "What is shown was loaded before. Saving works again once the connection is back."}
          </Notice>
        </div>
      )}
    </div>
  );
}
