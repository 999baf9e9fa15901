import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { boundWait } from "@/lib/time/wait";
import { IconButton } from "@/ui/primitives/link-button";
import { CheckIcon, CloseIcon, ErrorIcon, InfoIcon } from "@/ui/theme/icons";
import classes from "./toasts.module.css";

export interface ToastContent {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly tone?: "positive" | "danger" | "neutral";
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** Defaults to 8 s, or 12 s with an action. With Infinity, the toast stays until dismissed. */
  readonly durationMs?: number;
}

const DURATION_MS = 8_000;
const DURATION_WITH_ACTION_MS = 12_000;

const TONE_ICONS = { positive: <CheckIcon />, danger: <ErrorIcon />, neutral: <InfoIcon /> };

interface ToastProps {
  readonly content: ToastContent;
  readonly isPaused: boolean;
  readonly onDismiss: () => void;
}

/** Shows a toast. Its timer pauses while `isPaused` is true. */
export function Toast({ content, isPaused, onDismiss }: ToastProps) {
  const { title, detail, tone = "neutral", action } = content;
  const durationMs = content.durationMs ?? (action ? DURATION_WITH_ACTION_MS : DURATION_MS);
  useCountdown(durationMs, isPaused, onDismiss);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape closes only the toast, not a drawer behind it.
    event.stopPropagation();
    onDismiss();
  }

  return (
    <div className={classes.toast} data-tone={tone} aria-atomic="true" onKeyDown={handleKeyDown}>
      <span className={classes.icon}>{TONE_ICONS[tone]}</span>
      <div className={classes.content}>
        <p className={classes.title}>{title}</p>
        {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      </div>
      {action && (
        <Button
          variant="default"
          className={classes.action}
          data-mantine-stop-propagation="true"
          onClick={() => {
            onDismiss();
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={<CloseIcon size={14} />}
        hasTooltip={false}
        onClick={onDismiss}
        handlesEscape
      />
    </div>
  );
}

function useCountdown(durationMs: number, isPaused: boolean, onEnd: () => void): void {
  const remainingMs = useRef(durationMs);
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused || !Number.isFinite(remainingMs.current)) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => handleEnd(), boundWait(remainingMs.current, 0));
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}
