import { Button } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "@/lib/problem";
import { ChipList } from "@/ui/chips";
import { ColorSchemeToggle } from "@/ui/color-scheme-toggle";
import { useConfirm } from "@/ui/confirm";
import { CopyButton } from "@/ui/copy-button";
import { Hint } from "@/ui/hint";
import * as icons from "@/ui/icons";
import { Kbd } from "@/ui/kbd";
import { KeyValueList } from "@/ui/key-value";
import { IconButton, LinkButton, TextLink } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { ProgressLine } from "@/ui/progress-line";
import { RawJson } from "@/ui/raw-json";
import { Section } from "@/ui/section";
import { EmptyState, ErrorState, Notice, SkeletonLines } from "@/ui/states";
import { Status } from "@/ui/status";
import { TimeStamp } from "@/ui/time-stamp";
import { useToasts } from "@/ui/toasts";
import classes from "./kit.module.css";
import { KitForms } from "./kit-forms";
import { KitTables } from "./kit-tables";

/** Every piece of the kit in all its states, to look at while building. Development only. */
export function KitPage() {
  return (
    <Page
      title="Kit"
      documentTitle="Kit (development)"
      description="Every piece of the kit in all its states."
      breadcrumbs={[{ label: "Development", to: "/kit" }]}
      actions={<ColorSchemeToggle />}
    >
      <div className={classes.stack}>
        <KitTables />
        <Buttons />
        <Words />
        <States />
        <Questions />
        <KitForms />
        <Icons />
      </div>
    </Page>
  );
}

function Buttons() {
  return (
    <Section title="Buttons and links" actions={<Button variant="default">In a head</Button>}>
      <div className={classes.row}>
        <Button>Primary</Button>
        <Button leftSection={<icons.PlusIcon />}>New subscription</Button>
        <Button variant="default">Default</Button>
        <Button variant="subtle">Subtle</Button>
        <Button color="red">Delete</Button>
        <Button loading>Saving</Button>
        <Button disabled>Disabled</Button>
        <LinkButton to="/kit" variant="default" leftSection={<icons.ExternalIcon />}>
          Link as a button
        </LinkButton>
        <TextLink to="/kit">A link in text</TextLink>
        <TextLink to="/kit" look="quiet">
          A quiet link
        </TextLink>
        <IconButton label="Edit" icon={<icons.EditIcon />} />
        <IconButton label="Not now" icon={<icons.TrashIcon />} disabled />
        <IconButton label="Go to the kit" icon={<icons.ListIcon />} to="/kit" size={32} />
        <CopyButton value="sub_12" label="Copy the id" />
        <Hint label="A hint with the whole story">
          <Button variant="default">Hover or focus me</Button>
        </Hint>
        <span>
          <Kbd>⌘</Kbd> <Kbd>K</Kbd>
        </span>
      </div>
    </Section>
  );
}

const people = [
  "ana@example.com",
  "a-rather-long-address-of-somebody@analytics.example.com",
  "raj@example.com",
];

function Words() {
  return (
    <Section title="Words and values">
      <KeyValueList
        items={[
          {
            label: "Status",
            value: (
              <div className={classes.row}>
                <Status tone="positive" label="Active" />
                <Status tone="neutral" label="Ended" detail="3 days ago" />
                <Status tone="warning" label="Overdue" />
                <Status tone="danger" label="Failed" />
              </div>
            ),
          },
          {
            label: "Recipients",
            value: (
              <ChipList
                label="Recipients"
                items={[
                  { label: "odd@else.example", tone: "warning" },
                  ...people.map((label) => ({ label })),
                ]}
              />
            ),
          },
          { label: "Next delivery", value: <TimeStamp iso="2026-11-23T08:00:00Z" /> },
          { label: "Exactly", value: <TimeStamp iso="2026-11-23T08:00:00Z" mode="exact" /> },
          { label: "Never", value: <TimeStamp iso={null} fallback="Never" /> },
          { label: "A long word", value: "https://example.com/".padEnd(180, "webhook-") },
        ]}
      />
      <RawJson
        label="Raw record"
        value={{ id: 12, title: "Weekly revenue", target_value: people.join(",") }}
      />
    </Section>
  );
}

const unreachable: Problem = {
  title: "The server could not be reached",
  detail: "eu.example.com did not answer within 20 seconds. Check the connection and try again.",
  canRetry: true,
};

function States() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <>
      <div className={classes.columns}>
        <Section title="Empty">
          <EmptyState
            icon={<icons.MailIcon />}
            title="No subscriptions yet"
            detail="A subscription sends a dashboard or an insight to people, again and again."
            action={<Button leftSection={<icons.PlusIcon />}>New subscription</Button>}
          />
        </Section>
        <Section title="Error">
          <ErrorState problem={unreachable} onRetry={() => undefined} raw={{ detail: "Not a list" }} />
        </Section>
      </div>
      <Section title="Remarks and waiting">
        <div className={classes.stack}>
          <Notice tone="info">Times are shown in Europe/Berlin.</Notice>
          <Notice
            tone="warning"
            title="The clock changes on 29 March"
            action={<Button variant="default">Show</Button>}
          >
            Deliveries keep their UTC time, so they arrive an hour later by the wall clock.
          </Notice>
          <Notice tone="danger" title="2 records could not be read">
            The others are shown.
          </Notice>
          <SkeletonLines n={4} />
          <div className={classes.row}>
            <Button variant="default" onClick={() => setIsBusy((before) => !before)}>
              Toggle the progress line
            </Button>
          </div>
          <ProgressLine active={isBusy} label="Loading" />
        </div>
      </Section>
    </>
  );
}

function Questions() {
  const confirm = useConfirm();
  const toasts = useToasts();

  async function ask(fails: boolean) {
    const isDone = await confirm({
      title: "Delete 3 subscriptions?",
      body: "They stop at once. The bin keeps them, and they can be restored.",
      confirmLabel: "Delete",
      tone: "danger",
      run: () => new Promise((resolve, reject) => setTimeout(fails ? reject : resolve, 600)),
      describeError: () => unreachable,
    });
    if (isDone) toasts.show({ title: "3 subscriptions deleted", tone: "positive", action: undo });
  }
  const undo = { label: "Undo", onSelect: () => void toasts.show({ title: "Restored" }) };

  return (
    <Section title="Questions and messages">
      <div className={classes.row}>
        <Button variant="default" onClick={() => void ask(false)}>
          Ask
        </Button>
        <Button variant="default" onClick={() => void ask(true)}>
          Ask and fail
        </Button>
        <Button
          variant="default"
          onClick={() =>
            toasts.show({ title: "Saved", detail: "Weekly revenue", tone: "positive", action: undo })
          }
        >
          Toast
        </Button>
        <Button
          variant="default"
          onClick={() =>
            toasts.show({ title: unreachable.title, detail: unreachable.detail, tone: "danger" })
          }
        >
          Danger toast
        </Button>
      </div>
    </Section>
  );
}

function Icons() {
  const all = Object.entries(icons);
  return (
    <Section title="Icons">
      <ul className={classes.icons}>
        {all.map(([name, IconShape]) => (
          <li key={name}>
            <IconShape />
            {name.replace("Icon", "")}
          </li>
        ))}
      </ul>
    </Section>
  );
}
