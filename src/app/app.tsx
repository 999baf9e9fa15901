import { useWindowEvent } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { LoaderFunctionArgs, RouteObject } from "react-router-dom";
import {
  createBrowserRouter,
  matchRoutes,
  Navigate,
  Outlet,
  RouterProvider,
  useLocation,
  useParams,
  useRouteError,
} from "react-router-dom";
import type { AppBackend, Demo } from "@/app/connection/backend";
import { getRecentProject, storeLastProject } from "@/app/connection/connection-storage";
import type { InitialSession } from "@/app/connection/session";
import { createInitialBackend, SessionContext, useSession, useSessionState } from "@/app/connection/session";
import { ErrorBoundary } from "@/app/notices/connection-notices";
import { Shell, ShellSkeleton } from "@/app/shell/shell";
import { ApiProvider } from "@/data/backend/backend";
import { createQueryClient } from "@/data/backend/create-backend";
import { subscribeToOtherTabs } from "@/data/backend/other-tabs";
import { forgetOtherProjects, stopProjectCollections } from "@/data/collection/use-collection";
import { paths } from "@/lib/url/paths";
import { isOpenedFromList } from "@/lib/url/url-state";
import { EmptyState } from "@/ui/feedback/states";
import { CHUNK_LOAD_ERROR_ID, toasts } from "@/ui/feedback/toasts";
import { storeDrafts } from "@/ui/overlay/use-unsaved-changes";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { UiProvider } from "@/ui/provider/ui-provider";
import { type AppPage, isInProject, pages } from "./pages";

const QueryDevtools =
  import.meta.env.DEV && import.meta.env.MODE !== "test"
    ? lazy(async () => ({ default: (await import("@tanstack/react-query-devtools")).ReactQueryDevtools }))
    : null;

export function startApp(demo: Demo | null) {
  let current = createInitialBackend(demo);
  const initialSession: InitialSession = { demo, backend: current };
  const getBackend = () => current;
  /** Sets the backend whose queries the router prefetches. */
  const setBackend = (backend: AppBackend | null) => {
    current = backend;
  };
  return { initialSession, getBackend, setBackend, router: createBrowserRouter(listRoutes(getBackend)) };
}

export function App({ initialSession, router, getBackend, setBackend }: ReturnType<typeof startApp>) {
  const session = useSessionState(initialSession);
  const { backend } = session;
  // Pages outside a connection have no server's data.
  const [emptyQueryClient] = useState(() => createQueryClient());
  useLayoutEffect(() => setBackend(backend), [setBackend, backend]);
  useEffect(() => (backend ? subscribeToOtherTabs(backend) : undefined), [backend]);
  useEffect(() => prefetchOnIntent(document.body, router.routes, getBackend), [router, getBackend]);
  return (
    <UiProvider>
      <ErrorBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={backend?.queryClient ?? emptyQueryClient}>
            <RouterProvider router={router} />
            <ReloadOffer />
            {QueryDevtools && (
              <Suspense>
                <QueryDevtools buttonPosition="bottom-right" />
              </Suspense>
            )}
          </QueryClientProvider>
        </SessionContext>
      </ErrorBoundary>
    </UiProvider>
  );
}

/** Offers a reload when a file of the app is missing, usually because of a newer version. Keeps the drafts of forms. */
function ReloadOffer() {
  useWindowEvent("vite:preloadError", () => {
    // Offline, a reload would show the browser's error page.
    if (navigator.onLine === false) return;
    toasts.show({
      id: CHUNK_LOAD_ERROR_ID,
      title: "Couldn't load part of the app",
      detail: "Check your connection and try again, or reload to update.",
      action: {
        label: "Reload",
        onSelect: () => {
          storeDrafts();
          location.reload();
        },
      },
      durationMs: Number.POSITIVE_INFINITY,
    });
  });
  return null;
}

function prefetchPage(
  page: AppPage,
  backend: AppBackend | null,
  params: LoaderFunctionArgs["params"],
  search: URLSearchParams,
): void {
  const { projectId } = params;
  if (backend === null || projectId === undefined) return;
  // The page reports failures.
  page.prefetch?.({ ...backend, projectId }, { params, search }).catch(() => undefined);
}

function StartPage() {
  const { backend } = useSession();
  const target = backend === null ? paths.connect() : paths.project(getRecentProject(backend));
  return <Navigate to={target} replace />;
}

/** Redirects bookmarks from a former path, such as `journal`. Preserves search parameters. */
function RedirectToPage({ path }: { readonly path: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: `../${path}`, search }} replace />;
}

function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <EmptyState
        title="Page not found"
        detail={`${pathname} doesn't exist.`}
        action={
          <LinkButton variant="filled" to={paths.home()}>
            Go to home page
          </LinkButton>
        }
      />
    </Page>
  );
}

function ProjectLayout() {
  const { backend } = useSession();
  const { projectId = "" } = useParams();
  const location = useLocation();
  const api = useMemo(() => backend && { ...backend, projectId }, [backend, projectId]);

  useEffect(() => {
    if (api === null) return;
    forgetOtherProjects(api);
    return () => stopProjectCollections(api);
  }, [api]);

  if (api === null) return <Navigate to={paths.connect(location.pathname + location.search)} replace />;
  storeLastProject(api, projectId);
  return (
    <ApiProvider api={api}>
      <Outlet />
    </ApiProvider>
  );
}

/** The list and a subscription share this component, so that the list keeps its state below a drawer. */
function SubscriptionPage() {
  const { id } = useParams();
  const { state } = useLocation();
  return id === undefined || isOpenedFromList(state) ? (
    <pages.subscriptionList.Component />
  ) : (
    <pages.subscriptionDetail.Component />
  );
}

function RootError(): never {
  throw useRouteError();
}

/** @param getBackend returns the current backend */
function listRoutes(getBackend: () => AppBackend | null): RouteObject[] {
  const allPages = Object.values<AppPage>(pages);
  const toRoute = (page: AppPage): RouteObject => ({
    path: page.path,
    handle: page,
    loader({ params, request }) {
      prefetchPage(page, getBackend(), params, new URL(request.url).searchParams);
      return null;
    },
    // A search on the page isn't a visit.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    async lazy() {
      // If the code can't be loaded, the component tries again, and fails inside the error boundary.
      await page.load().catch(() => undefined);
      const isShared = page === pages.subscriptionList || page === pages.subscriptionDetail;
      return { Component: isShared ? SubscriptionPage : page.Component };
    },
    children: allPages.filter(({ under }) => under === page.path).map(toRoute),
  });
  const topPages = allPages.filter(({ under }) => under === undefined);
  return [
    {
      element: <Shell />,
      errorElement: <RootError />,
      hydrateFallbackElement: <ShellSkeleton />,
      children: [
        { index: true, element: <StartPage /> },
        ...topPages.filter((page) => !isInProject(page)).map(toRoute),
        {
          path: "/p/:projectId",
          element: <ProjectLayout />,
          children: [
            ...topPages.filter(isInProject).map(toRoute),
            { path: "journal", element: <RedirectToPage path="activity" /> },
            { path: "subscriptions/apply", element: <RedirectToPage path="subscriptions/import" /> },
            { path: "*", element: <NotFoundPage /> },
          ],
        },
        { path: "*", element: <NotFoundPage /> },
      ],
    },
  ];
}

// Avoids a request per row when the pointer moves across a list.
const HOVER_INTENT_MS = 80;

/** Returns the closest link, or the first link of a table row, which a click anywhere in the row opens. */
function findLink(target: EventTarget | null, selector: string): HTMLAnchorElement | null {
  const element = target instanceof Element ? target.closest(selector) : null;
  const link = element instanceof HTMLTableRowElement ? element.querySelector("a[href]") : element;
  return link instanceof HTMLAnchorElement && link.origin === location.origin ? link : null;
}

/** Loads code and first query of a hovered, focused or pressed link, or of a pressed row. Returns a stop function. */
function prefetchOnIntent(
  root: HTMLElement,
  routes: RouteObject[],
  getBackend: () => AppBackend | null,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let intendedLink: HTMLAnchorElement | null = null;

  function prefetch(href: string): void {
    const url = new URL(href);
    for (const { route, params } of matchRoutes(routes, url) ?? []) {
      const page: AppPage | undefined = route.handle;
      if (page === undefined) continue;
      page.load().catch(() => undefined);
      prefetchPage(page, getBackend(), params, url.searchParams);
    }
  }

  const handleIntent = ({ target }: Event) => {
    const link = findLink(target, "a[href]");
    if (link === intendedLink) return;
    intendedLink = link;
    clearTimeout(timer);
    if (link) timer = setTimeout(() => prefetch(link.href), HOVER_INTENT_MS);
  };
  // Touchscreens have no hover, so the page starts to load on press, before the click.
  const handlePress = ({ target }: Event) => {
    clearTimeout(timer);
    const link = findLink(target, "a[href], button, input, tr[data-opens]");
    if (link) prefetch(link.href);
  };
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  root.addEventListener("pointerover", handleIntent, options);
  root.addEventListener("focusin", handleIntent, options);
  root.addEventListener("pointerdown", handlePress, options);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
