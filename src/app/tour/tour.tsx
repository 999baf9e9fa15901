import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import type { Backend } from "@/app/connection/backend";
import { useSession } from "@/app/connection/session";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./tour.module.css";
import { type TourStep, tourSteps } from "./tour-steps";
import { rememberTour } from "./tour-storage";
import { usePointing } from "./use-spotlight-target";

interface Props {
  readonly onClose: () => void;
}

/** Three steps that point at what is there. Nothing is blocked by it, and everything behind it goes on. */
export function Tour({ onClose }: Props) {
  const { backend } = useSession();
  useEffect(rememberTour, []);
  return backend && <Steps backend={backend} onClose={onClose} />;
}

/** Takes the focus, unless somebody is at work elsewhere, and gives it back. */
function useOwnFocus() {
  const focusBack = useFocusBack();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // A heading has the focus after a change of page: nobody is at work on it.
    const isFree = activeElement === null || activeElement.matches("body, main h1, main");
    if (isFree) box.current?.focus({ preventScroll: true });
    return focusBack;
  }, [focusBack]);
  return box;
}

function Steps({ backend, onClose }: Props & { readonly backend: Backend }) {
  const steps = tourSteps(backend);
  const [at, setAt] = useState(0);
  const box = useOwnFocus();
  const next = useRef<HTMLButtonElement>(null);
  const id = useId();
  const step = steps[at];
  usePointing(step?.points ?? []);
  useEscape(box, onClose);
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;

  return (
    <dialog
      open
      ref={box}
      tabIndex={-1}
      aria-label="Tour of Environs"
      aria-describedby={id}
      className={classes.tour}
      data-no-print
    >
      <div className={classes.head}>
        <p className={classes.place}>{`Tour, step ${at + 1} of ${steps.length}`}</p>
        <IconButton label="Close the tour" icon={<CloseIcon />} hint={false} onClick={onClose} />
      </div>
      <Words id={id} step={step} />
      <div className={classes.buttons}>
        {isLast ? (
          <span />
        ) : (
          <Button variant="subtle" onClick={onClose}>
            Skip the tour
          </Button>
        )}
        <span className={classes.moves}>
          {at > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setAt(at - 1);
                // On the first step there is no button to go back, and it had the focus.
                next.current?.focus();
              }}
            >
              Back
            </Button>
          )}
          <Button ref={next} onClick={isLast ? onClose : () => setAt(at + 1)}>
            {isLast ? "Done" : "Next"}
          </Button>
        </span>
      </div>
    </dialog>
  );
}

/** What a step says; a screen reader hears the next one without the focus moving. */
function Words({ id, step }: { readonly id: string; readonly step: TourStep }) {
  return (
    <div id={id} aria-live="polite" className={classes.words}>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
    </div>
  );
}

/** Escape ends it, from inside or where nothing has the focus: elsewhere the key has a meaning of its own. */
function useEscape(box: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Node)) return;
      if (box.current?.contains(event.target) || event.target === document.body) latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [box]);
}
