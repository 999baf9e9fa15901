import { type ReactNode, useLayoutEffect, useMemo, useRef, useState, useTransition } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  Router,
} from "react-router-dom";
import { useConfirm } from "@/ui/overlay/confirm";
import { createUnsavedRegistry, DISCARD, UnsavedProvider } from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/progress-line";

interface Props {
  /** Told of every address that is gone to, before anything of it is drawn. */
  readonly onGo: (url: URL) => void;
  readonly children: ReactNode;
}

/**
 * The browser's history, except that leaving a changed form asks first: also on Back.
 * The data router could block too, but costs 14 KB more than this router.
 */
export function GuardedRouter({ onGo, children }: Props) {
  const confirm = useConfirm();
  const [unsaved] = useState(createUnsavedRegistry);
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  const [isPending, startTransition] = useTransition();
  const isReverting = useRef(false);

  const navigator = useMemo((): Navigator => {
    async function unlessHeld(proceed: () => void) {
      if (!unsaved.isHeld()) return proceed();
      if (!(await confirm(DISCARD))) return;
      unsaved.clear();
      proceed();
    }
    return {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, pushed) => void unlessHeld(() => history.push(to, pushed)),
      replace: (to, replaced) => void unlessHeld(() => history.replace(to, replaced)),
    };
  }, [history, unsaved, confirm]);

  useLayoutEffect(() => {
    async function askThenGo(delta: number) {
      // The address has changed already: put it back while the question stands.
      isReverting.current = true;
      history.go(-delta);
      if (!(await confirm(DISCARD))) return;
      unsaved.clear();
      history.go(delta);
    }
    // Where the history is by then: somebody may have gone on.
    const show = () =>
      startTransition(() => setState({ action: history.action, location: history.location }));
    return history.listen(({ action, delta }) => {
      if (isReverting.current) {
        isReverting.current = false;
        return;
      }
      if (action === "POP" && delta !== null && delta !== 0 && unsaved.isHeld()) {
        void askThenGo(delta);
        return;
      }
      // It stands there already.
      onGo(new URL(globalThis.location.href));
      if (action !== "POP") return show();
      // React draws a transition that begins in this event in one piece, and nothing else is painted until then.
      setTimeout(show);
    });
  }, [history, unsaved, confirm, onGo]);

  return (
    <UnsavedProvider registry={unsaved}>
      <ProgressLine active={isPending} label="Loading page" />
      <Router location={state.location} navigationType={state.action} navigator={navigator}>
        {children}
      </Router>
    </UnsavedProvider>
  );
}
