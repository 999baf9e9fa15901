import {
  NO_CONNECTION_ID,
  readActiveConnection,
  readStoredConnection,
  storeActiveConnectionId,
} from "@/app/connection/connection-storage";
import { paths } from "@/lib/url/paths";
import { isPinnedTo, loadServerConfig } from "./server-config";

/**
 * Disconnects if the deployment is pinned to another server. If the configuration can't be loaded,
 * for example while offline, the connection stays, but the connect page shows an error instead of
 * its form.
 * @param leave loads another page, which removes the connection from memory
 */
export async function enforcePin(
  leave: (path: string) => void = (path) => location.replace(path),
): Promise<void> {
  if (readStoredConnection() === null) return;
  const pinned = await loadServerConfig(AbortSignal.timeout(30_000)).catch(() => null);
  // The user may have connected to another server during the request.
  const connection = readActiveConnection();
  if (connection === null || pinned === null || isPinnedTo(pinned, connection)) return;
  storeActiveConnectionId(NO_CONNECTION_ID);
  leave(paths.connect());
}
