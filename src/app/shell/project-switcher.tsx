import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import type { Backend } from "@/app/connection/backend";
import { projectQueries } from "@/data/projects/projects";
import { useMissingCode } from "@/ui/feedback/chunk-load-error";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";
import { ChevronDownIcon } from "@/ui/theme/icons";
import classes from "./project-switcher.module.css";

const importChoices = () => import("./project-choices");
const { Component: ProjectChoices } = lazyPage(importChoices, "ProjectChoices");

/** Fetched when somebody is about to open it; a failure is told by the opening itself. */
const fetchChoices = () => void importChoices().catch(() => undefined);

/** Shows the project of the page and discloses the others. */
export function ProjectSwitcher(props: { readonly backend: Backend; readonly projectId: string }) {
  const { backend, projectId } = props;
  const projects = useQuery(projectQueries.list(backend.client));
  const [isOpen, setOpen] = useState(false);
  const sayMissing = useMissingCode();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const current = projects.data?.results.find((project) => String(project.id) === projectId);
  const shownName = current?.name ?? `Project ${projectId}`;

  function giveUp() {
    setOpen(false);
    sayMissing();
  }

  function closeOnLeave(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div className={classes.switcher} onBlur={closeOnLeave} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`Project: ${shownName}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={fetchChoices}
        onFocus={fetchChoices}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.name}>{shownName}</span>
        <ChevronDownIcon />
      </button>
      <div id={id} className={classes.panel} hidden={!isOpen}>
        {isOpen && (
          <OverlayBoundary onFail={giveUp}>
            <Suspense fallback={null}>
              <ProjectChoices projects={projects} projectId={projectId} onChosen={() => setOpen(false)} />
            </Suspense>
          </OverlayBoundary>
        )}
      </div>
    </div>
  );
}
