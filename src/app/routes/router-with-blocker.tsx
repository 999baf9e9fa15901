import {
  type ReactNode,
  type RefObject,
  useCallback,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  Router,
} from "react-router-dom";
import {
  unstable_forceFrameRate as forceFrameRate,
  unstable_requestPaint as requestPaint,
  unstable_scheduleCallback as scheduleCallback,
  unstable_UserBlockingPriority as UserBlockingPriority,
} from "scheduler";
import { PendingPathname } from "@/app/shell/pending-pathname";
import { runAfterPaint } from "@/lib/scheduler/run-after-paint";
import { useConfirm } from "@/ui/overlay/confirm";
import { PendingOverlay } from "@/ui/overlay/pending-overlay";
import {
  createUnsavedChangesRegistry,
  DISCARD_CONFIRMATION,
  UnsavedChangesProvider,
} from "@/ui/overlay/use-unsaved-changes";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { NextPage, type PrerenderedPage } from "./prerendered-page";
import { findDrawer } from "./route-table";

/**
 * A page that is probably painted within this time, in ms, is rendered in the frame of the click.
 * For other pages, that frame shows the highlighted link and the heading, and for drawers the
 * overlay. The click itself takes up to 10 ms on a slow CPU.
 */
const MAX_IMMEDIATE_MS = 90;

/**
 * Time to open a prerendered page per element, divided by the time to render the first page per
 * element. The elements of a drawer take longer, because most of them are form controls.
 */
const PRERENDERED_COST = { page: 0.75, drawer: 1.5 };

interface RouterWithBlockerProps {
  /** Called before a new URL is rendered. */
  readonly onNavigate: (url: URL) => void;
  /** Returns the route path of a page whose code has loaded, otherwise null. */
  readonly findLoadedPage: (url: URL) => string | null;
  /** The page that is prerendered. */
  readonly nextPage?: PrerenderedPage | null;
  readonly children: ReactNode;
}

/**
 * Router that asks before the user leaves a form with unsaved changes, including through Back.
 * React Router's data router could block navigation, but adds 14 KB.
 */
export function RouterWithBlocker(props: RouterWithBlockerProps) {
  const { onNavigate, findLoadedPage, nextPage = null, children } = props;
  const confirm = useConfirm();
  const [unsavedChanges] = useState(createUnsavedChangesRegistry);
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  const [isPending, startTransition] = useTransition();
  const [pendingPathname, setPendingPathname] = useOptimistic(state.location.pathname);
  const isReverting = useRef(false);
  const unopenedPage = useRef(nextPage);
  useLayoutEffect(() => {
    unopenedPage.current = nextPage;
  }, [nextPage]);
  const openingPage = useRef<PrerenderedPage>(null);
  const rendersImmediately = useRenderTimes(state.location, findLoadedPage, openingPage);
  const isChangingPage = pendingPathname !== state.location.pathname;
  // Rendering yields every 45 ms during a page change, because each yield delays the page. Otherwise,
  // it yields every 25 ms, because typing has to wait for it.
  useLayoutEffect(() => forceFrameRate(isChangingPage ? 22 : 40), [isChangingPage]);

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
      push: (to, entryState) =>
        void confirmAndProceed(() => {
          const next = unopenedPage.current?.location;
          const isNext = next && entryState == null && history.createHref(to) === history.createHref(next);
          history.push(isNext ? next : to, entryState);
          unopenedPage.current = null;
        }),
      replace: (to, entryState) => void confirmAndProceed(() => history.replace(to, entryState)),
    };
  }, [history, unsavedChanges, confirm]);

  // Uses an insertion effect, because the first page may navigate in a layout effect. This
  // component's layout effects run later than those of the page.
  useInsertionEffect(() => {
    async function confirmAndGo(delta: number) {
      // The URL has already changed. It is restored while the user decides.
      isReverting.current = true;
      history.go(-delta);
      if (!(await confirm(DISCARD_CONFIRMATION))) return;
      unsavedChanges.clear();
      history.go(delta);
    }
    // Reads the current location, because the user may have navigated again.
    const commitLocation = () => {
      const { location } = history;
      const page = unopenedPage.current;
      const isPrerendered = page?.location.key === location.key && page.getElementCount() !== null;
      openingPage.current = isPrerendered ? page : null;
      if (rendersImmediately(location)) {
        setState({ action: history.action, location });
        return;
      }
      // The highlighted link and the heading are painted before the page is rendered.
      scheduleCallback(UserBlockingPriority, requestPaint);
      startTransition(() => {
        setPendingPathname(location.pathname);
        setState({ action: history.action, location });
      });
    };
    return history.listen(({ action, delta }) => {
      if (isReverting.current) {
        isReverting.current = false;
        return;
      }
      if (action === "POP" && delta !== null && delta !== 0 && unsavedChanges.hasUnsavedChanges()) {
        void confirmAndGo(delta);
        return;
      }
      // The browser has already updated the URL.
      onNavigate(new URL(globalThis.location.href));
      if (action !== "POP") return commitLocation();
      // Uses a timer, because React would render a transition synchronously in a popstate event,
      // without painting first.
      setTimeout(commitLocation);
    });
  }, [history, unsavedChanges, confirm, onNavigate, setPendingPathname, rendersImmediately]);

  return (
    <UnsavedChangesProvider registry={unsavedChanges}>
      <Router location={state.location} navigationType={state.action} navigator={navigator}>
        <NextPage value={nextPage}>
          <PendingPathname value={pendingPathname}>{children}</PendingPathname>
        </NextPage>
      </Router>
      {/* Rendered last, because an inserted element can force later elements to be restyled. */}
      {isChangingPage && findDrawer(new URL(pendingPathname, globalThis.location.origin)) && (
        <PendingOverlay />
      )}
      <ProgressLine isActive={isPending} label="Loading page" />
    </UnsavedChangesProvider>
  );
}

/**
 * Measures how long each page takes from its first render until it is painted. Returns a function
 * that predicts whether the page at a location takes at most `MAX_IMMEDIATE_MS`. If the page hasn't
 * been opened yet, the time is estimated from its number of elements if it is prerendered.
 * Otherwise, it is expected to take as long as the last page. Returns false for a location on the
 * same page, such as another search.
 */
function useRenderTimes(
  location: Location,
  findLoadedPage: RouterWithBlockerProps["findLoadedPage"],
  openingPage: RefObject<PrerenderedPage | null>,
): (next: Location) => boolean {
  const [renderTimes] = useState(() => new Map<string, number>());
  const lastTime = useRef(0);
  const firstTimePerElement = useRef<number>(null);
  const openPathname = useRef<string>(null);
  const started = useMemo(() => ({ location, at: performance.now() }), [location]);

  useLayoutEffect(() => {
    if (started.location.pathname === openPathname.current) return;
    openPathname.current = started.location.pathname;
    const path = findLoadedPage(toUrl(started.location));
    const wasPrerendered = openingPage.current !== null;
    return runAfterPaint(() => {
      const time = performance.now() - started.at;
      firstTimePerElement.current ??= time / document.getElementsByTagName("*").length;
      if (path !== null) renderTimes.set(`${path} ${wasPrerendered}`, time);
      if (!wasPrerendered) lastTime.current = time;
    });
  }, [renderTimes, started, findLoadedPage, openingPage]);

  return useCallback(
    (next) => {
      if (next.pathname === openPathname.current) return false;
      const path = findLoadedPage(toUrl(next));
      if (path === null) return false;
      const page = openingPage.current;
      const measuredTime = renderTimes.get(`${path} ${page !== null}`);
      if (measuredTime !== undefined) return measuredTime <= MAX_IMMEDIATE_MS;
      if (page === null) return lastTime.current <= MAX_IMMEDIATE_MS;
      const timePerElement =
        (firstTimePerElement.current ?? 0) * PRERENDERED_COST[page.isDrawer ? "drawer" : "page"];
      return (page.getElementCount() ?? 0) * timePerElement <= MAX_IMMEDIATE_MS;
    },
    [renderTimes, findLoadedPage, openingPage],
  );
}

function toUrl({ pathname, search }: Location): URL {
  return new URL(pathname + search, globalThis.location.origin);
}
