import { Box, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation, useNavigate, useParams } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useProjectError } from "@/data/projects/projects";
import {
  findCachedSubscription,
  subscriptionQueries,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { testDeliveryBlocker } from "@/features/subscriptions/deliveries/delivery-messages";
import { useTestDelivery } from "@/features/subscriptions/deliveries/use-test-delivery";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
  useLastSubscriptionList,
} from "@/features/subscriptions/model/subscription-filters";
import {
  availableSubscriptionActions,
  SUBSCRIPTION_WRITE_SCOPE,
} from "@/features/subscriptions/model/subscription-rules";
import { usePauseActions } from "@/features/subscriptions/pause/pause-actions";
import { useTrashActions } from "@/features/subscriptions/undo/use-trash-actions";
import { isSamePath, paths } from "@/lib/url/paths";
import { parseRecordId } from "@/lib/url/url-state";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { ErrorState, ProjectError } from "@/ui/feedback/states";
import { useFocusFallback } from "@/ui/hooks/restore-focus";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { Page, TwoColumns } from "@/ui/page/page";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { CopyIcon, EditIcon, MailIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { SubscriptionFacts } from "./subscription-facts";

export function SubscriptionDetailPage() {
  const api = useApi();
  const id = parseRecordId(useParams().id);
  const { pathname } = useLocation();
  const query = useQuery({
    ...subscriptionQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // The list's copy is shown while the record loads.
    placeholderData: () => findCachedSubscription(api, id ?? 0),
  });
  const { data: record } = query;
  const failure = useProjectError(query.error);
  const handleRetry = () => void query.refetch();
  const lastList = useLastSubscriptionList() ?? {
    ...DEFAULT_LIST_FILTERS,
    view: record?.deleted ? "trash" : "active",
  };
  const listUrl = `${paths.subscriptions(api.projectId)}${formatSubscriptionListFilters(lastList)}`;

  const listLink = <LinkButton to={listUrl}>All subscriptions</LinkButton>;
  const { names } = useSourceNames();
  const loadedRecords = useMemo(() => (record === undefined ? [] : [record]), [record]);
  useLoadSourceNames(loadedRecords);
  const isEditing = isSamePath(pathname, paths.editSubscription(api.projectId, id ?? 0));
  const title = record
    ? subscriptionTitle(record, names).text
    : id === null
      ? "Not found"
      : `Subscription ${id}`;

  return (
    <Page
      title={title}
      documentTitle={isEditing && record ? `Edit “${title}”` : title}
      breadcrumbs={[{ label: lastList.view === "trash" ? "Trash" : "Subscriptions", to: listUrl }]}
      actions={record && <SubscriptionActions record={record} />}
    >
      {id === null && <ErrorState problem={INVALID_ID} actions={listLink} />}
      {failure && !record && (
        <ProjectError error={failure} onRetry={handleRetry} linkTo={paths.subscriptions} actions={listLink} />
      )}
      {failure && record && <RefreshErrorNotice problem={failure.problem} onRetry={handleRetry} />}
      {id !== null && query.isPending && <SubscriptionSkeleton />}
      {record && <SubscriptionFacts record={record} isRefetching={query.isFetching} />}
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Page>
  );
}

const INVALID_ID = {
  title: "Subscription not found",
  detail: "The ID in the URL is invalid.",
  canRetry: false,
};

const LINE_WIDTHS = ["40%", "62%", "28%", "50%"];

/** Shows the layout of a typical weekly subscription, to avoid a layout shift. */
function SubscriptionSkeleton() {
  return (
    <Stack gap="sm" maw={1240} role="status" aria-busy="true" aria-label="Loading subscription">
      <Group fz="lg">
        <Skeleton width="min(100%, 420px)" />
      </Group>
      <TwoColumns aside={<CardSkeleton rows={7} lines={2} />}>
        <CardSkeleton rows={2} lines={1} />
        <CardSkeleton rows={6} lines={1} />
      </TwoColumns>
    </Stack>
  );
}

interface CardSkeletonProps {
  readonly rows: number;
  /** Number of lines per row. Facts have two, because the label is above the value. */
  readonly lines: 1 | 2;
}

function CardSkeleton({ rows, lines }: CardSkeletonProps) {
  return (
    <div className={`${shared.card} ${shared.divided}`} aria-hidden="true">
      <Group mih={44} p="6px 16px">
        <Skeleton width={96} />
      </Group>
      <Box p="14px 16px 16px" className={shared.divided}>
        {Array.from({ length: rows }, (_, row) => (
          <Stack key={row} gap="xs" justify="center" mih={lines === 2 ? 54 : 28}>
            {lines === 2 && <Skeleton width={64} />}
            <Skeleton width={LINE_WIDTHS[row % LINE_WIDTHS.length]} />
          </Stack>
        ))}
      </Box>
    </div>
  );
}

/** Shows the actions that the subscription's state allows. The menu contains rare and destructive ones. */
export function SubscriptionActions({ record }: { readonly record: Subscription }) {
  const api = useApi();
  const { projectId } = api;
  const navigate = useNavigate();
  const trashActions = useTrashActions();
  const setEnabled = usePauseActions();
  const testDelivery = useTestDelivery(api);
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const focusFallback = useFocusFallback();
  const actions = new Set(availableSubscriptionActions(record));
  const isPaused = actions.has("resume");

  function getMenuActions(): readonly MenuAction[] {
    const duplicate: MenuAction = {
      id: "duplicate",
      label: "Duplicate",
      icon: <CopyIcon />,
      disabledReason,
      onSelect: () => void navigate(paths.newSubscription(projectId, { from: record.id })),
    };
    const remove: MenuAction = {
      id: "delete",
      label: "Delete",
      icon: <TrashIcon />,
      tone: "danger",
      disabledReason,
      onSelect: () => void trashActions.remove(record),
    };
    const test: MenuAction = {
      id: "test",
      label: "Send test delivery…",
      icon: <MailIcon />,
      disabledReason: disabledReason ?? testDeliveryBlocker(record),
      onSelect: () => void testDelivery.send(record),
    };
    return [
      ...(testDelivery.canTest(record) ? [test] : []),
      duplicate,
      ...(actions.has("delete") ? [remove] : []),
    ];
  }

  return (
    <Box {...focusFallback} display="contents">
      {actions.has("edit") && (
        <LinkButton
          variant="filled"
          to={paths.editSubscription(projectId, record.id)}
          leftSection={<EditIcon />}
          disabledReason={disabledReason}
          data-focus-fallback
        >
          Edit
        </LinkButton>
      )}
      {(actions.has("pause") || isPaused) && (
        <ButtonWithDisabledReason
          leftSection={isPaused ? <ResumeIcon /> : <PauseIcon />}
          disabledReason={disabledReason}
          onClick={() => void setEnabled(record, isPaused)}
        >
          {isPaused ? "Resume" : "Pause"}
        </ButtonWithDisabledReason>
      )}
      {actions.has("restore") && (
        <ButtonWithDisabledReason
          variant="filled"
          leftSection={<UndoIcon />}
          disabledReason={disabledReason}
          onClick={() => void trashActions.restore(record)}
        >
          Restore
        </ButtonWithDisabledReason>
      )}
      <ActionMenu label="More" actions={getMenuActions} />
    </Box>
  );
}
