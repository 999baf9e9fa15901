import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { completeQuery } from "@/lib/query/query-completion";
import { parseQuery, type QueryField as QueryFieldInfo } from "@/lib/query/query-text";
import { Button } from "@/ui/primitives/button";
import { Section } from "@/ui/primitives/section";
import { QueryField } from "@/ui/query-field/query-field";
import { QueryHelp } from "@/ui/query-field/query-help";
import { QueryHelpButton } from "@/ui/query-field/query-help-button";
import { SavedViewsMenu } from "@/ui/saved-views/saved-views-menu";
import { ViewNameForm } from "@/ui/saved-views/view-name-form";
import classes from "./kit.module.css";
import { KitCollectionBars } from "./kit-collection-bars";

const DownloadMenu = lazy(() =>
  import("@/ui/download/download-menu").then((module) => ({
    default: module.DownloadMenu<SampleSubscription>,
  })),
);

export function KitCollections() {
  return (
    <Section title="Search, views, and downloads">
      <div className={classes.stack}>
        <div className={classes.row}>
          <SampleSearch label="Search the kit" initialText="" />
          <SampleViews />
        </div>
        <SampleSearch label="Search with a mistake" initialText='berlin is:ovredue until:"soon" -weekly' />
        <div>
          <KitCollectionBars />
        </div>
        <SampleDownload />
        <QueryHelpButton fields={FIELDS} />
        <QueryHelp fields={FIELDS} />
        <SampleViewNameForm />
      </div>
    </Section>
  );
}

const FIELDS: readonly QueryFieldInfo[] = [
  { name: "title", label: "Title", kind: "text" },
  { name: "to", label: "Recipient: address, channel, or URL", kind: "text" },
  {
    name: "freq",
    label: "How often",
    kind: "choice",
    values: ["daily", "weekly", "monthly"].map((value) => ({ value, label: value })),
  },
  { name: "id", label: "Number", kind: "number" },
  { name: "next", label: "Next delivery", kind: "date" },
  { name: "until", label: "End", kind: "date" },
  {
    name: "is",
    label: "State",
    kind: "state",
    values: [
      { value: "active", label: "Goes out as scheduled" },
      { value: "overdue", label: "Should have gone out" },
    ],
  },
];

function SampleSearch({ label, initialText }: { readonly label: string; readonly initialText: string }) {
  const [text, setText] = useState(initialText);
  return (
    <QueryField
      label={label}
      placeholder="Search, or narrow down: to:ana is:overdue next:today..+7d"
      value={text}
      onChange={setText}
      fields={FIELDS}
      issues={parseQuery(text, FIELDS).issues}
      getCompletions={(typed, caret) => completeQuery(typed, caret, FIELDS)}
    />
  );
}

function SampleViews() {
  const current = useLocation().search.slice(1);
  const [views, setViews] = useState([
    { id: "1", name: "Everything", search: "" },
    {
      id: "2",
      name: "Overdue deliveries to the board, sorted by when they should have gone out",
      search: "q=2",
    },
  ]);
  return (
    <SavedViewsMenu
      views={views}
      currentSearch={current}
      linkTo={(search) => `/kit?${search}`}
      onSave={(name) => {
        setViews([...views.filter((view) => view.name !== name), { id: name, name, search: current }]);
        return true;
      }}
      onRename={(id, name) => {
        setViews(views.map((view) => (view.id === id ? { ...view, name } : view)));
        return true;
      }}
      onRemove={(id) => {
        setViews(views.filter((view) => view.id !== id));
        return () => setViews(views);
      }}
      error={null}
    />
  );
}

/** Shows the form only after a button press, because the form takes focus. */
function SampleViewNameForm() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (!isOpen) {
    return (
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Name a view
        </Button>
      </div>
    );
  }
  return (
    <ViewNameForm
      label="Name of a view"
      initialName=""
      submitLabel="Save it"
      getHint={() => "A short description."}
      onSubmit={close}
      onCancel={close}
    />
  );
}

interface SampleSubscription {
  readonly id: number;
  readonly title: string;
}

const COLUMNS = [
  { id: "title", header: "Title", text: ({ title }: SampleSubscription) => title },
  { id: "id", header: "Number", text: ({ id }: SampleSubscription) => id },
];
const ROW_COUNT = 100_000;

function SampleDownload() {
  const [rows, setRows] = useState<readonly SampleSubscription[] | null>(null);
  return (
    <>
      <div>
        <Button
          variant="default"
          onClick={() =>
            setRows(Array.from({ length: ROW_COUNT }, (_, id) => ({ id, title: `Report ${id}` })))
          }
        >
          Download many rows
        </Button>
      </div>
      {rows && (
        <Suspense fallback={null}>
          <DownloadMenu
            title="Download deliveries"
            filteredRows={rows}
            selectedRows={rows.slice(0, 12)}
            columns={COLUMNS}
            getAllFields={(delivery) => ({ ...delivery, created_by: { email: "ana@example.com" } })}
            fileName="Deliveries of the kit"
            onClose={() => setRows(null)}
          />
        </Suspense>
      )}
    </>
  );
}
