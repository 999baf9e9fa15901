import { readStoredConnection } from "@/app/connection/connection-storage";
import { runWhenIdle } from "@/lib/scheduler/run-when-idle";

/** Disconnects if the deployment is pinned to another server. Does nothing if the code fails to load. */
export function checkPin(): Promise<void> {
  return import("./enforce-pin").then(
    ({ enforcePin }) => enforcePin(),
    () => undefined,
  );
}

/** Checks the pin of a stored connection without delaying the first page. */
export function checkPinWhenIdle(): void {
  if (readStoredConnection() !== null) runWhenIdle(() => void checkPin());
}
