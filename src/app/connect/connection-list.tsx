import { Box, Button, Checkbox, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { getRecentProject, type StoredConnection } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import classes from "@/app/settings/settings.module.css";
import { paths } from "@/lib/url/paths";
import { useConfirm } from "@/ui/overlay/confirm";
import { Status } from "@/ui/primitives/status";
import { isPinnedTo, type ServerConfig } from "./server-config";
import { findStoredServerData, removeStoredServerData, storedDataLabels } from "./stored-server-data";

export function ConnectionList(props: {
  /**
   * The only server that users can connect to. Null if any server is allowed. Undefined if the
   * configuration is unknown.
   */
  readonly pinned: ServerConfig | null | undefined;
  readonly onNeedKey: (connection: StoredConnection) => void;
}) {
  const { pinned, onNeedKey } = props;
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

function ConnectionRow(props: {
  readonly name: string;
  readonly detail: string;
  readonly isActive: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Group component="li" justify="space-between" gap="sm" py={6}>
      <Box miw={0}>
        <Group component="p" gap="2px 10px" align="baseline">
          <strong>{props.name}</strong>
          {props.isActive && <Status tone="positive" label="In use" />}
        </Group>
        <Text fz="sm" c="dimmed">
          {props.detail}
        </Text>
      </Box>
      <Group gap="xs">{props.children}</Group>
    </Group>
  );
}

/** Returns a function that removes a server, and offers to remove what this browser stores about it. */
function useForgetServer(): (connection: StoredConnection) => Promise<void> {
  const { forget } = useSession();
  const confirm = useConfirm();

  return async ({ id, label }) => {
    const data = await findStoredServerData(id);
    if (data === null) return forget(id);
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
        if (removesData) await removeStoredServerData(id);
      },
      // The server then isn't removed either.
      describeError: () => ({
        title: "Couldn't remove the stored data",
        detail:
          "Browser storage isn't available. Try again, or clear the checkbox to forget only the address.",
        canRetry: true,
      }),
    });
    if (isConfirmed) forget(id);
  };
}
