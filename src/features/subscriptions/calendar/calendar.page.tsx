import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { parseCalendarSearchParams } from "@/features/subscriptions/calendar/model/calendar-search-params";
import { Page } from "@/ui/page/page";
import { CalendarView } from "./calendar-view";

export function CalendarPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const address = useMemo(() => parseCalendarSearchParams(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(queryClient, api, "active");
  return (
    <Page
      title="Calendar"
      description="Planned deliveries, calculated from the schedules. Sending can take a few minutes."
    >
      <CalendarView address={address} collection={collection} state={useCollection(collection)} />
    </Page>
  );
}
