import { Button, Group, Notification, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { NotificationData } from "@mantine/notifications";
import { notifications, notificationsStore, useNotifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useState } from "react";
import { boundWait } from "@/lib/time/wait";
import { useReservedSpace } from "@/ui/hooks/use-root-attribute";
import { CheckIcon, ErrorIcon, InfoIcon } from "@/ui/theme/icons";
import classes from "./toasts.module.css";

export interface ToastContent {
  /** Unique by default. While a toast with this ID is open, another one isn't shown. */
  readonly id?: string;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly tone?: "positive" | "danger" | "neutral";
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** Defaults to 8 s, or 12 s with an action. With Infinity, the toast stays until dismissed. */
  readonly durationMs?: number;
}

export const toasts = { show: showToast, dismiss: closeToast };
export type Toasts = typeof toasts;

export const CHUNK_LOAD_ERROR_ID = "chunk-load-error";

export function showChunkLoadError(): void {
  showToast({
    id: CHUNK_LOAD_ERROR_ID,
    title: "Couldn't load part of the app",
    detail: "Check your connection and try again.",
    tone: "danger",
  });
}

const MAX_VISIBLE_TOASTS = 4;
const DURATION_MS = 8_000;
const DURATION_WITH_ACTION_MS = 12_000;

const TONES = {
  positive: { icon: <CheckIcon />, color: "var(--ui-positive)" },
  danger: { icon: <ErrorIcon />, color: "var(--ui-danger)" },
  neutral: { icon: <InfoIcon />, color: "var(--ui-text-dim)" },
};

let toastCount = 0;

function showToast({ title, detail, tone = "neutral", action, durationMs, ...rest }: ToastContent): string {
  toastCount += 1;
  const { id = `toast-${toastCount}` } = rest;
  const duration = durationMs ?? (action ? DURATION_WITH_ACTION_MS : DURATION_MS);
  notifications.show({
    id,
    ...TONES[tone],
    classNames: { root: classes.toast ?? "", icon: classes.icon ?? "", body: classes.body ?? "" },
    // The surrounding region is live.
    role: "group",
    "aria-atomic": true,
    "data-toast": id,
    "data-tone": tone,
    "data-duration": duration,
    autoClose: autoCloseAfter(duration, isFocusInToasts()),
    onKeyDown: (event) => {
      if (event.key !== "Escape") return;
      // Escape closes only the toast, not a drawer behind it.
      event.stopPropagation();
      closeToast(id);
    },
    message: (
      <Group gap="xs" wrap={tone === "danger" ? "wrap" : "nowrap"}>
        <div className={classes.text}>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          {detail !== undefined && (
            <Text component="div" size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </div>
        {action && (
          <Button
            className={classes.action}
            data-mantine-stop-propagation
            onClick={() => {
              // Closes first. The action may open a dialog, which returns the focus to the focused element.
              closeToast(id);
              action.onSelect();
            }}
          >
            {action.label}
          </Button>
        )}
      </Group>
    ),
  });
  // New toasts replace the oldest. Mantine would queue them.
  notifications.updateState(notificationsStore, (all) => all.slice(-MAX_VISIBLE_TOASTS));
  return id;
}

/** The element that had focus before the toasts. A weak reference allows a removed one to be garbage-collected. */
let returnTarget: WeakRef<Element> | undefined;

function isFocusInToasts(): boolean {
  return document.activeElement?.closest("[data-toasts]") != null;
}

function returnFocus(): void {
  const target = returnTarget?.deref();
  if (target instanceof HTMLElement && target.isConnected) target.focus();
}

/** Closes a toast. If it has focus, the focus returns first, because a removed element loses it without an event. */
function closeToast(id: string): void {
  const focusedToast = document.activeElement?.closest("[data-toast]");
  if (focusedToast?.getAttribute("data-toast") === id) returnFocus();
  notifications.hide(id);
}

function toggleFocus(): void {
  if (isFocusInToasts()) returnFocus();
  else document.querySelector<HTMLElement>("[data-toasts] button")?.focus();
}

export function setToastDuration(id: string, durationMs: number): void {
  updateTimers((previous, toastId) => (toastId === id ? durationMs : previous));
}

function updateTimers(
  getDuration: (previousMs: number, id: string | undefined) => number,
  isPaused = isFocusInToasts(),
): void {
  notifications.updateState(notificationsStore, (all) =>
    all.map((toast) => {
      const durationMs = getDuration(toast["data-duration"], toast.id);
      return { ...toast, "data-duration": durationMs, autoClose: autoCloseAfter(durationMs, isPaused) };
    }),
  );
}

function autoCloseAfter(durationMs: number, isPaused: boolean): number | false {
  return !isPaused && Number.isFinite(durationMs) && durationMs;
}

/** Shows the toasts. The region never takes focus automatically. F8 moves focus to the region and back. */
export function ToastRegion() {
  const { notifications: shown } = useNotifications();
  // Lets users scroll the end of the page above the toasts.
  const region = useReservedSpace("--ui-toasts");
  useHotkeys([["F8", toggleFocus]], []);
  useEffect(() => () => notifications.clean(), []);
  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Notifications (F8)"
      aria-live={shown.at(-1)?.["data-tone"] === "danger" ? "assertive" : "polite"}
      data-toasts
      data-no-print
      onFocus={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        returnTarget = relatedTarget ? new WeakRef(relatedTarget) : undefined;
        updateTimers((durationMs) => durationMs, true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) updateTimers((durationMs) => durationMs, false);
      }}
    >
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** A toast of the store. Mantine's list of them would add a gesture and a transition library, together 10 kB. */
function Toast({ toast }: { readonly toast: NotificationData }) {
  const { id = "", message, autoClose, ...props } = toast;
  const [isHovered, setIsHovered] = useState(false);
  useEffect(() => {
    if (isHovered || typeof autoClose !== "number") return;
    const timer = setTimeout(() => closeToast(id), boundWait(autoClose, 0));
    return () => clearTimeout(timer);
  }, [id, autoClose, isHovered]);
  return (
    <Notification
      {...props}
      onClose={() => closeToast(id)}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
    >
      {message}
    </Notification>
  );
}

let announcementRegion: HTMLElement | null = null;

/** Announces a message in a polite live region. Focus doesn't move. Doesn't render the app again. */
export function announce(message: string): void {
  if (announcementRegion === null) return;
  // Screen readers ignore unchanged text, so a repeated message gets a trailing space.
  const isRepeated = announcementRegion.textContent === message;
  announcementRegion.textContent = isRepeated ? `${message}\u00a0` : message;
}

/** Announces each new message. Empty messages aren't announced. */
export function useAnnouncement(message: string | null | undefined): void {
  useEffect(() => {
    if (message) announce(message);
  }, [message]);
}

export function AnnouncementRegion() {
  return <div ref={setAnnouncementRegion} className="ui-hidden" aria-live="polite" />;
}

function setAnnouncementRegion(element: HTMLElement | null): void {
  announcementRegion = element;
}
