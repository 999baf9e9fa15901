import { Checkbox } from "@mantine/core";
import type { StoredConnection } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import { useConfirm } from "@/ui/overlay/confirm";
import { REMOVAL_PROBLEM, storedDataLabels } from "./connect-messages";

/** Returns a function that removes a server, and offers to remove what this browser stores about it. */
export function useForgetServer(): (connection: StoredConnection) => Promise<void> {
  const { forget } = useSession();
  const confirm = useConfirm();

  return async ({ id, label }) => {
    // If this code doesn't load, stored data stays. The connection is removed anyway.
    const stored = await import("./stored-server-data").catch(() => null);
    const data = (await stored?.findStoredServerData(id)) ?? null;
    if (stored === null || data === null) return forget(id);
    let removesData = false;
    const isConfirmed = await confirm({
      title: `Forget ${label}?`,
      body: (
        <>
          <p>This removes the server's address. This browser also stores:</p>
          <ul>
            {storedDataLabels(data).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Checkbox
            label="Remove this data as well"
            onChange={(event) => {
              removesData = event.currentTarget.checked;
            }}
          />
        </>
      ),
      confirmLabel: "Forget server",
      tone: "danger",
      onConfirm: async () => {
        if (removesData) await stored.removeStoredServerData(id);
      },
      describeError: () => REMOVAL_PROBLEM,
    });
    if (isConfirmed) forget(id);
  };
}
