import { useSyncExternalStore } from "react";
import { Notice } from "@/ui/feedback/states";
import classes from "./notices.module.css";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

export function OfflineNotice({ isDemo }: { readonly isDemo: boolean }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className={classes.notice}>
          <Notice tone="warning" title="You're offline">
            {isDemo
              ? "The demo works offline, except for pages you haven't opened yet."
              : "You're seeing data loaded earlier. Saving works again when you're back online."}
          </Notice>
        </div>
      )}
    </div>
  );
}
