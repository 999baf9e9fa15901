// The floor: the minimum that the same libraries need for a list, two more pages and a form, without other features.
import "./floor.css";
import {
  AppShell,
  Button,
  Checkbox,
  Drawer,
  MantineProvider,
  NativeSelect,
  NavLink,
  Table,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { useForm } from "react-hook-form";
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import {
  fetchSubscriptions,
  formatDate,
  formatSchedule,
  listFindings,
  listRecipients,
} from "../subscriptions";

/** Rows in the window and an overscan, as in the app. */
const SHOWN_ROWS = 24;

const NAVIGATION = [
  ["/subscriptions", "Subscriptions"],
  ["/recipients", "Recipients"],
  ["/health", "Health"],
];

function useSubscriptions() {
  return useQuery({
    queryKey: ["subscriptions"],
    queryFn: fetchSubscriptions,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Navigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      {NAVIGATION.map(([to, label]) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          active={pathname.startsWith(to)}
          aria-current={pathname.startsWith(to) ? "page" : undefined}
        />
      ))}
    </nav>
  );
}

function Rows({ label, columns, rows }) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(([title]) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <Table.Tr key={row.id}>
            {columns.map(([title, render]) => (
              <Table.Td key={title}>{render(row)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const titleOf = ({ id, title }) => <a href={`#${id}`}>{title || `Subscription ${id}`}</a>;
const SUBSCRIPTION_COLUMNS = [
  ["Select", ({ id }) => <Checkbox aria-label={`Select ${id}`} />],
  ["Title", titleOf],
  ["Recipients", ({ target_value: targets }) => targets.split(",").slice(0, 2).join(", ")],
  ["Schedule", formatSchedule],
  ["Next delivery", ({ next_delivery_date: next }) => formatDate(next)],
  ["Actions", () => <Button variant="subtle">…</Button>],
];
const RECIPIENT_COLUMNS = [
  ["Select", ({ id }) => <Checkbox aria-label={`Select ${id}`} />],
  ["Recipient", ({ address }) => <a href={`#${address}`}>{address}</a>],
  ["Channel", ({ channel }) => channel],
  ["Subscriptions", ({ count }) => count],
  ["Per week", ({ week }) => week],
  ["Ended", ({ ended }) => ended],
  ["Next delivery", ({ next }) => formatDate(next)],
  ["Actions", () => <Button variant="subtle">…</Button>],
];
const FINDING_COLUMNS = [
  ["Title", titleOf],
  ["Source", ({ source }) => source],
  ["Schedule", ({ schedule }) => schedule],
  ["Recipients", ({ recipients }) => recipients],
  ["Reason", ({ reason }) => reason],
  ["Actions", () => <Button variant="default">Edit</Button>],
];

function ListPage({ hasForm }) {
  const { data } = useSubscriptions();
  return (
    <>
      <Title>Subscriptions</Title>
      <Button component={Link} to="/subscriptions/new">
        New subscription
      </Button>
      {data && <Rows label="Subscriptions" columns={SUBSCRIPTION_COLUMNS} rows={data} />}
      {hasForm && <SubscriptionForm />}
    </>
  );
}

function RecipientPage() {
  const { data } = useSubscriptions();
  return (
    <>
      <Title>Recipients</Title>
      {data && <Rows label="Recipients" columns={RECIPIENT_COLUMNS} rows={listRecipients(data)} />}
    </>
  );
}

function HealthPage() {
  const { data } = useSubscriptions();
  return (
    <>
      <Title>Health</Title>
      <Title order={2}>Overdue, ending, or ended</Title>
      {data && <Rows label="Findings" columns={FINDING_COLUMNS} rows={listFindings(data)} />}
    </>
  );
}

function SubscriptionForm() {
  const navigate = useNavigate();
  const { register } = useForm();
  return (
    <Drawer opened onClose={() => navigate("/subscriptions")} position="right" title="New subscription">
      <form>
        <TextInput label="Title" {...register("title")} />
        <TextInput label="Dashboard" {...register("dashboard")} />
        <Textarea label="Recipients" {...register("target_value")} />
        <NativeSelect label="Frequency" data={["daily", "weekly", "monthly"]} {...register("frequency")} />
        <TextInput label="Interval" {...register("interval")} />
        <TextInput label="Start" type="datetime-local" {...register("start_date")} />
        <TextInput label="End" type="datetime-local" {...register("until_date")} />
        <Textarea label="Message" {...register("invite_message")} />
        <Button type="submit">Create</Button>
      </form>
    </Drawer>
  );
}

createRoot(document.getElementById("root")).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <AppShell navbar={{ width: 212 }} padding="md">
          <AppShell.Navbar p="md">
            <Navigation />
          </AppShell.Navbar>
          <AppShell.Main>
            <Routes>
              <Route path="/subscriptions" element={<ListPage />} />
              <Route path="/subscriptions/new" element={<ListPage hasForm />} />
              <Route path="/recipients" element={<RecipientPage />} />
              <Route path="/health" element={<HealthPage />} />
            </Routes>
          </AppShell.Main>
        </AppShell>
      </BrowserRouter>
    </QueryClientProvider>
  </MantineProvider>,
);
