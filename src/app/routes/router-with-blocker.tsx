import { type ReactNode, useLayoutEffect, useMemo, useRef, useState, useTransition } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  Router,
} from "react-router-dom";
import { useConfirm } from "@/ui/overlay/confirm";
import {
  createUnsavedChangesRegistry,
  DISCARD_CONFIRMATION,
  UnsavedChangesProvider,
} from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/progress-line";

interface RouterWithBlockerProps {
  /** Told of every address that is gone to, before anything of it is drawn. */
  readonly onNavigate: (url: URL) => void;
  readonly children: ReactNode;
}

/**
 * The browser's history, except that leaving a changed form asks first: also on Back.
 * The data router could block too, but costs 14 KB more than this router.
 */
export function RouterWithBlocker({ onNavigate, children }: RouterWithBlockerProps) {
  const confirm = useConfirm();
  const [unsavedChanges] = useState(createUnsavedChangesRegistry);
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  const [isPending, startTransition] = useTransition();
  const isReverting = useRef(false);

  const navigator = useMemo((): Navigator => {
    async function confirmAndProceed(proceed: () => void) {
      if (!unsavedChanges.hasUnsavedChanges()) return proceed();
      if (!(await confirm(DISCARD_CONFIRMATION))) return;
      unsavedChanges.clear();
      proceed();
    }
    return {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, entryState) => void confirmAndProceed(() => history.push(to, entryState)),
      replace: (to, entryState) => void confirmAndProceed(() => history.replace(to, entryState)),
    };
  }, [history, unsavedChanges, confirm]);

  useLayoutEffect(() => {
    async function confirmAndGo(delta: number) {
      // The address has changed already: put it back while the question stands.
      isReverting.current = true;
      history.go(-delta);
      if (!(await confirm(DISCARD_CONFIRMATION))) return;
      unsavedChanges.clear();
      history.go(delta);
    }
    // Where the history is by then: somebody may have gone on.
    const commitLocation = () =>
      startTransition(() => setState({ action: history.action, location: history.location }));
    return history.listen(({ action, delta }) => {
      if (isReverting.current) {
        isReverting.current = false;
        return;
      }
      if (action === "POP" && delta !== null && delta !== 0 && unsavedChanges.hasUnsavedChanges()) {
        void confirmAndGo(delta);
        return;
      }
      // It stands there already.
      onNavigate(new URL(globalThis.location.href));
      if (action !== "POP") return commitLocation();
      // React draws a transition that begins in this event in one piece, and nothing else is painted until then.
      setTimeout(commitLocation);
    });
  }, [history, unsavedChanges, confirm, onNavigate]);

  return (
    <UnsavedChangesProvider registry={unsavedChanges}>
      <ProgressLine isActive={isPending} label="Loading page" />
      <Router location={state.location} navigationType={state.action} navigator={navigator}>
        {children}
      </Router>
    </UnsavedChangesProvider>
  );
}
