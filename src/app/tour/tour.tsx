import { Button, Group, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useId, useRef, useState } from "react";
import type { AppBackend } from "@/app/connection/backend";
import { readStored, writeStored } from "@/data/browser-storage/local-storage";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./tour.module.css";

function getTourSteps({ client, demo }: AppBackend) {
  return [
    {
      title: "Find anything",
      text: `Type text, or filters such as to:${demo ? "hannah" : "ana@example.com"} or is:overdue. Press / to focus the search.`,
      targets: ["main [data-search-field]", 'header button[aria-label="Search"]'],
    },
    {
      title: "Undo changes",
      text: "Select rows to change them all at once. You see a preview first. You can undo most changes later in Activity.",
      targets: ['nav[aria-label="Main"] a[href$="/activity"]', 'header button[aria-label="Open navigation"]'],
    },
    {
      title: demo ? "Use your own data" : "Your connection",
      text: demo
        ? "This is sample data in your browser, so try anything. Connect your server here."
        : `You're connected to ${client.connection.label}. Switch the server or key here.`,
      targets: ['header a[href="/connect"]'],
    },
  ] as const;
}

/** Non-modal tour. The page behind it stays usable. */
export function Tour({ backend, onClose }: { readonly backend: AppBackend; readonly onClose: () => void }) {
  const [steps] = useState(() => getTourSteps(backend));
  const [stepIndex, setStepIndex] = useState(0);
  const dialogRef = useTourFocus();
  const nextButtonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  const step = steps[stepIndex] ?? steps[0];
  const isLast = stepIndex === steps.length - 1;
  useEffect(storeTourDismissed, []);
  useSpotlightTarget(step.targets);
  // Closes if focus is in the tour or nowhere.
  useWindowEvent("keydown", ({ key, defaultPrevented, target }) => {
    if (key !== "Escape" || defaultPrevented || !(target instanceof Node)) return;
    if (dialogRef.current?.contains(target) || target === document.body) onClose();
  });

  return (
    <dialog
      open
      ref={dialogRef}
      tabIndex={-1}
      aria-label="Tour of Environs"
      data-keeps-focus
      aria-describedby={id}
      className={classes.tour}
      data-no-print
    >
      <Group justify="space-between" gap="xs">
        <Text fz="xs" c="dimmed">
          {`Tour, step ${stepIndex + 1} of ${steps.length}`}
        </Text>
        <IconButton label="Close tour" icon={<CloseIcon />} hasTooltip={false} onClick={onClose} />
      </Group>
      {/* Announces each step without moving focus. */}
      <div id={id} aria-live="polite" className={classes.content}>
        <h2>{step.title}</h2>
        <p>{step.text}</p>
      </div>
      <Group justify="space-between" gap="xs" mt={12} pr={8}>
        {isLast ? (
          <span />
        ) : (
          <Button variant="subtle" onClick={onClose}>
            Skip tour
          </Button>
        )}
        <Group gap="xs">
          {stepIndex > 0 && (
            <Button
              onClick={() => {
                setStepIndex(stepIndex - 1);
                // Focus moves to Next, because the Back button disappears on the first step.
                nextButtonRef.current?.focus();
              }}
            >
              Back
            </Button>
          )}
          <Button
            variant="filled"
            ref={nextButtonRef}
            onClick={isLast ? onClose : () => setStepIndex(stepIndex + 1)}
          >
            {isLast ? "Done" : "Next"}
          </Button>
        </Group>
      </Group>
    </dialog>
  );
}

/** Moves focus to the tour unless another control has focus. Restores focus on close. */
function useTourFocus() {
  useRestoreFocus();
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // After navigation, a heading has focus. Taking focus from a heading interrupts nothing.
    const canTakeFocus =
      activeElement === null || activeElement.matches("body, main h1, main, [data-opens-tour]");
    if (canTakeFocus) dialogRef.current?.focus({ preventScroll: true });
  }, []);
  return dialogRef;
}

const TARGET_ATTRIBUTE = "data-tour-pointed";

/** Highlights the first visible element, which may appear later, or be covered by a dialog. */
function useSpotlightTarget(selectors: readonly string[]): void {
  useEffect(() => {
    let target: Element | undefined;
    const updateTarget = () => {
      const found = selectors
        .flatMap((selector) => (!isModalOpen() && document.querySelector(selector)) || [])
        .find((element) => element.getClientRects().length > 0);
      if (found === target) return;
      target?.removeAttribute(TARGET_ATTRIBUTE);
      target = found;
      target?.setAttribute(TARGET_ATTRIBUTE, "");
      target?.scrollIntoView({ block: "nearest" });
    };
    updateTarget();
    // Updates at most once per frame, because reading positions forces a layout.
    let frame = 0;
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(updateTarget);
    };
    const observer = new MutationObserver(scheduleUpdate);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", scheduleUpdate);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener("resize", scheduleUpdate);
      target?.removeAttribute(TARGET_ATTRIBUTE);
    };
  }, [selectors]);
}

export function isModalOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

export const TOUR_EVENT = "environs:tour";

export function openTour(): void {
  window.dispatchEvent(new Event(TOUR_EVENT));
}

/** Matches the overview and the subscription list. Links to a form or record must not open the tour. */
const LANDING_PATH = /^\/p\/[^/]+(?:\/subscriptions)?\/?$/;

/** Not with a query string, in an iframe, or while a dialog is open. */
export function offerTour(): void {
  const isLanding = LANDING_PATH.test(location.pathname) && location.search === "";
  if (isLanding && window.top === window && !isTourDismissed() && !isModalOpen()) openTour();
}

const TOUR_KEY = "environs.tour";

/** Whether the tour was shown in this browser. If storage is blocked, whether it was shown in this tab. */
export function isTourDismissed(): boolean {
  // `window.name` survives reloads without storage.
  return readStored(TOUR_KEY) !== null || window.name === TOUR_KEY;
}

export function storeTourDismissed(): void {
  if (writeStored(TOUR_KEY, "seen") !== "stored") window.name = TOUR_KEY;
}
