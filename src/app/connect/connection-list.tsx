import { Box, Button, Checkbox, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { getRecentProject, type StoredConnection } from "@/app/connection/connection-storage";
import { useSession } from "@/app/connection/session";
import classes from "@/app/settings/settings.module.css";
import type { SettingKind } from "@/data/browser-storage/local-storage";
import {
  listConnectionSettings,
  removeConnectionSettings,
  storedCapabilities,
  storedQuietSaves,
} from "@/data/browser-storage/local-storage";
import { countConnectionEntries, deleteConnectionEntries } from "@/data/journal/journal-store";
import {
  countConnectionOffboardings,
  deleteConnectionOffboardings,
} from "@/data/offboarding/offboarding-store";
import { countConnectionObservations, deleteConnectionObservations } from "@/data/web-vitals/vitals-history";
import { formatList, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useConfirm } from "@/ui/overlay/confirm";
import { Status } from "@/ui/primitives/status";
import { isPinnedTo, type ServerConfig } from "./server-config";

export function ConnectionList(props: {
  /** The only allowed server. Null if any server is allowed, undefined if the configuration is unknown. */
  readonly pinned: ServerConfig | null | undefined;
  readonly onNeedKey: (connection: StoredConnection) => void;
}) {
  const { pinned, onNeedKey } = props;
  const { backend, connections, startDemo, connect, disconnect } = useSession();
  const forgetServer = useForgetServer();
  const navigate = useNavigate();
  const activeId = backend?.client.connection.id;

  function openConnection(connection: StoredConnection) {
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
            <Button onClick={() => void navigate(paths.project(getRecentProject(startDemo())))}>
              Use demo data
            </Button>
          )}
        </ConnectionRow>
      )}
      {connections.map((connection) => {
        const { id, label, baseUrl, prefix, key } = connection;
        const isAllowed = isUsable(connection, pinned);
        const renderButton = (name: string, onClick: () => void, accessibleName = name) => (
          <Button onClick={onClick} aria-label={`${accessibleName} ${label}`}>
            {name}
          </Button>
        );
        return (
          <ConnectionRow
            key={id}
            name={label}
            detail={`${baseUrl}/api/${prefix}/ · ${formatKeyLocation(connection)}${
              pinned && !isAllowed ? " · can't be used on this site" : ""
            }`}
            isActive={id === activeId}
          >
            {id !== activeId &&
              isAllowed &&
              (key === ""
                ? renderButton("Enter key", () => onNeedKey(connection), "Enter key for")
                : renderButton("Use", () => openConnection(connection)))}
            {key === ""
              ? renderButton("Forget", () => void forgetServer(connection))
              : renderButton("Disconnect", () => disconnect(id))}
          </ConnectionRow>
        );
      })}
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

/** What the databases of this browser store about a server. */
const STORES = [
  {
    count: countConnectionEntries,
    remove: deleteConnectionEntries,
    name: "changes in Activity",
    label: (count: number) =>
      `${pluralize(count, "change", "changes")} in Activity, which you can't undo once removed`,
  },
  {
    count: countConnectionOffboardings,
    remove: deleteConnectionOffboardings,
    name: "offboardings",
    label: (count: number) => `${pluralize(count, "offboarding", "offboardings")}, with names and emails`,
  },
  {
    count: countConnectionObservations,
    remove: deleteConnectionObservations,
    name: "web vitals history",
    label: (count: number) => `${pluralize(count, "value", "values")} in the web vitals history`,
  },
];

interface StoredServerData {
  /** By store. Null when the store can't be read. */
  readonly counts: readonly (number | null)[];
  readonly settings: readonly SettingKind[];
}

/** Counts what this browser stores about a server. Returns null when it stores nothing. */
export async function findStoredServerData(connectionId: string): Promise<StoredServerData | null> {
  const counts = await Promise.all(STORES.map(({ count }) => count(connectionId).catch(() => null)));
  const settings = listConnectionSettings(connectionId);
  return counts.every((count) => count === 0) && settings.length === 0 ? null : { counts, settings };
}

/** Removes what this browser stores about a server. Rejects when a store can't be opened or changed. */
export async function removeStoredServerData(connectionId: string): Promise<void> {
  await Promise.all(STORES.map(({ remove }) => remove(connectionId)));
  removeConnectionSettings(connectionId);
  storedCapabilities.write(connectionId, []);
  storedQuietSaves.write(connectionId, "unknown");
}

const SETTING_LABELS: Readonly<Record<SettingKind, string>> = {
  views: "saved views",
  "resume-dates": "reminders to resume subscriptions",
  "own-domains": "your own domains",
  "vital-budgets": "web vitals budgets",
  "vital-paths": "the paths on your web vitals board",
  offboarding: "offboarding drafts",
  "recent-sources": "recently used sources",
};

function storedDataLabels({ counts, settings }: StoredServerData): readonly string[] {
  const unreadable = STORES.filter((_, index) => counts[index] === null).map(({ name }) => name);
  return [
    ...STORES.map(({ label }, index) => (counts[index] ? label(counts[index]) : "")),
    ...settings.map((kind) => SETTING_LABELS[kind]),
    unreadable.length > 0 ? `possibly ${formatList(unreadable)}, which can't be read right now` : "",
  ].filter(Boolean);
}
