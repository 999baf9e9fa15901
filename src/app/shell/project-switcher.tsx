import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent } from "react";
import type { Backend } from "@/app/connection/backend";
import { projectQueries } from "@/data/projects/projects";
import { useChunkLoadErrorToast } from "@/ui/feedback/chunk-load-error";
import { lazyOverlay, OverlayBoundary } from "@/ui/overlay/lazy-overlay";
import { usePopup } from "@/ui/overlay/use-popup";
import { ChevronDownIcon } from "@/ui/theme/icons";
import classes from "./project-switcher.module.css";

const importChoices = () => import("./project-choices");
const ProjectChoices = lazyOverlay(importChoices, "ProjectChoices");

/** Prefetches the code on hover and focus. Failures are reported when the menu opens. */
const prefetchChoices = () => void importChoices().catch(() => undefined);

export function ProjectSwitcher(props: { readonly backend: Backend; readonly projectId: string }) {
  const { backend, projectId } = props;
  const projects = useQuery(projectQueries.list(backend.client));
  // Also closes on a click outside.
  const { isOpen, setIsOpen, close, anchor, box } = usePopup("dialog");
  const showChunkLoadError = useChunkLoadErrorToast();
  const current = projects.data?.projects.find((project) => String(project.id) === projectId);
  const fallback = projectId === "@current" ? "Current project" : `Project ${projectId}`;
  const projectName = current?.name ?? fallback;

  function handleLoadError() {
    setIsOpen(false);
    showChunkLoadError();
  }

  function handleBlur(event: FocusEvent<HTMLDivElement>) {
    // A press moves focus nowhere in Safari, and on text. It must not remove the pressed item before its click.
    const { relatedTarget, currentTarget } = event;
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close();
  }

  return (
    <div className={classes.switcher} onBlur={handleBlur} onKeyDown={handleKeyDown}>
      <button
        ref={anchor}
        type="button"
        className={classes.button}
        aria-label={`Project: ${projectName}`}
        aria-expanded={isOpen}
        aria-controls={box.id}
        onPointerEnter={prefetchChoices}
        onFocus={prefetchChoices}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classes.name}>{projectName}</span>
        <ChevronDownIcon />
      </button>
      <div {...box} className={classes.panel} hidden={!isOpen}>
        {isOpen && (
          <OverlayBoundary onError={handleLoadError}>
            <ProjectChoices
              client={backend.client}
              projects={projects}
              projectId={projectId}
              onSelect={close}
            />
          </OverlayBoundary>
        )}
      </div>
    </div>
  );
}
