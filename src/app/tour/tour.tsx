import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import type { Backend } from "@/app/connection/backend";
import { useSession } from "@/app/connection/session";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./tour.module.css";
import { getTourSteps, type TourStep } from "./tour-steps";
import { storeTourDismissed } from "./tour-storage";
import { useSpotlightTarget } from "./use-spotlight-target";

interface TourProps {
  readonly onClose: () => void;
}

/** Non-modal tour. The page behind it stays usable. */
export function Tour({ onClose }: TourProps) {
  const { backend } = useSession();
  useEffect(storeTourDismissed, []);
  return backend && <TourSteps backend={backend} onClose={onClose} />;
}

/** Moves focus to the tour unless another control has focus. Restores focus on close. */
function useTourFocus() {
  const restoreFocus = useRestoreFocus();
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // After navigation, a heading has focus. Taking focus from a heading interrupts nothing.
    const canTakeFocus =
      activeElement === null || activeElement.matches("body, main h1, main, [data-opens-tour]");
    if (canTakeFocus) dialogRef.current?.focus({ preventScroll: true });
    return restoreFocus;
  }, [restoreFocus]);
  return dialogRef;
}

function TourSteps({ backend, onClose }: TourProps & { readonly backend: Backend }) {
  const steps = getTourSteps(backend);
  const [stepIndex, setStepIndex] = useState(0);
  const dialogRef = useTourFocus();
  const nextButtonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  const step = steps[stepIndex];
  useSpotlightTarget(step?.targets ?? []);
  useEscape(dialogRef, onClose);
  if (step === undefined) return null;
  const isLast = stepIndex === steps.length - 1;

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
      <div className={classes.head}>
        <p className={classes.progress}>{`Tour, step ${stepIndex + 1} of ${steps.length}`}</p>
        <IconButton label="Close tour" icon={<CloseIcon />} hasTooltip={false} onClick={onClose} />
      </div>
      <StepContent id={id} step={step} />
      <div className={classes.buttons}>
        {isLast ? (
          <span />
        ) : (
          <Button variant="subtle" onClick={onClose}>
            Skip tour
          </Button>
        )}
        <span className={classes.navigation}>
          {stepIndex > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setStepIndex(stepIndex - 1);
                // Focus moves to Next, because the Back button disappears on the first step.
                nextButtonRef.current?.focus();
              }}
            >
              Back
            </Button>
          )}
          <Button ref={nextButtonRef} onClick={isLast ? onClose : () => setStepIndex(stepIndex + 1)}>
            {isLast ? "Done" : "Next"}
          </Button>
        </span>
      </div>
    </dialog>
  );
}

/** Live region that announces each step without moving focus. */
function StepContent({ id, step }: { readonly id: string; readonly step: TourStep }) {
  return (
    <div id={id} aria-live="polite" className={classes.content}>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
    </div>
  );
}

/** Closes the tour on Escape if focus is in the tour or nowhere. */
function useEscape(dialogRef: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Node)) return;
      if (dialogRef.current?.contains(event.target) || event.target === document.body) latest.current();
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [dialogRef]);
}
