import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { getRecentProject, type StoredConnection } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import settings from "@/app/settings/settings.module.css";
import { paths } from "@/lib/url/paths";
import { Status } from "@/ui/primitives/status";
import classes from "./connection-list.module.css";
import { isPinnedTo, type ServerConfig } from "./server-config";
import { useForgetServer } from "./use-forget-server";

export function ConnectionList({
  pinned,
  onNeedKey,
}: {
  /**
   * The only server that users can connect to. Null if any server is allowed. Undefined if the
   * configuration is unknown.
   */
  readonly pinned: ServerConfig | null | undefined;
  readonly onNeedKey: (connection: StoredConnection) => void;
}) {
  const { backend, connections, startDemo, connect, disconnect } = useSession();
  const forgetServer = useForgetServer();
  const navigate = useNavigate();
  const activeId = backend?.client.connection.id;

  function handleUse(connection: StoredConnection) {
    if (connection.key === "") return onNeedKey(connection);
    void navigate(paths.project(getRecentProject(connect(connection, connection.isOnDevice))));
  }

  return (
    <ul className={classes.list}>
      {startDemo && (
        <ConnectionRow
          name="Demo data"
          detail="Sample data in this browser. Nothing is sent to a server."
          isActive={backend?.demo != null}
        >
          {backend?.demo == null && (
            <Button
              variant="default"
              onClick={() => void navigate(paths.project(getRecentProject(startDemo())))}
            >
              Use demo data
            </Button>
          )}
        </ConnectionRow>
      )}
      {connections.map((connection) => (
        <ConnectionRow
          key={connection.id}
          name={connection.label}
          detail={`${connection.baseUrl}/api/${connection.prefix}/ · ${formatKeyLocation(connection)}${
            pinned && !isUsable(connection, pinned) ? " · can't be used on this site" : ""
          }`}
          isActive={connection.id === activeId}
        >
          {connection.id !== activeId && isUsable(connection, pinned) && (
            <Button
              variant="default"
              onClick={() => handleUse(connection)}
              aria-label={`${connection.key === "" ? "Enter key for" : "Use"} ${connection.label}`}
            >
              {connection.key === "" ? "Enter key" : "Use"}
            </Button>
          )}
          {connection.key === "" ? (
            <Button
              variant="default"
              onClick={() => void forgetServer(connection)}
              aria-label={`Forget ${connection.label}`}
            >
              Forget
            </Button>
          ) : (
            <Button
              variant="default"
              onClick={() => disconnect(connection.id)}
              aria-label={`Disconnect ${connection.label}`}
            >
              Disconnect
            </Button>
          )}
        </ConnectionRow>
      ))}
    </ul>
  );
}

/** Whether the deployment allows the connection. False until the configuration has loaded. */
function isUsable(connection: StoredConnection, pinned: ServerConfig | null | undefined): boolean {
  return pinned !== undefined && (pinned === null || isPinnedTo(pinned, connection));
}

function formatKeyLocation({ key, isOnDevice }: StoredConnection): string {
  if (key === "") return "no key";
  return isOnDevice ? "key stored on this device" : "key stored in this tab";
}

interface ConnectionRowProps {
  readonly name: string;
  readonly detail: string;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

function ConnectionRow({ name, detail, isActive, children }: ConnectionRowProps) {
  return (
    <li className={settings.row}>
      <div>
        <p className={classes.name}>
          <strong>{name}</strong>
          {isActive && <Status tone="positive" label="In use" />}
        </p>
        <p className={settings.dimmed}>{detail}</p>
      </div>
      <div className={settings.buttons}>{children}</div>
    </li>
  );
}
