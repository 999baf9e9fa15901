import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Problem } from "@/lib/problem";
import type { Weekday } from "@/lib/weekdays";
import { ChipsField } from "@/ui/chips-field";
import { RadioCardsField, SegmentedField, WeekdayField } from "@/ui/choice-fields";
import { DateTimeField, NumberField, SelectField, TextAreaField, TextField } from "@/ui/fields";
import { MailIcon, SearchIcon, SlackIcon, WebhookIcon } from "@/ui/icons";
import { KeyValueList } from "@/ui/key-value";
import { Section } from "@/ui/section";
import classes from "./kit.module.css";

const FormDrawer = lazy(() => import("@/ui/form-drawer").then((module) => ({ default: module.FormDrawer })));

const refused: Problem = {
  title: "The server refused the form",
  detail: "There are 4 of 4 subscriptions in use.",
  canRetry: false,
};

/** Every field in its states, and the drawer they live in. */
export function KitForms() {
  const [look, setLook] = useState<"closed" | "plain" | "failed" | "sending">("closed");
  return (
    <Section
      title="Fields"
      actions={
        <>
          <Button variant="default" onClick={() => setLook("plain")}>
            Drawer
          </Button>
          <Button variant="default" onClick={() => setLook("failed")}>
            Drawer with an error
          </Button>
          <Button variant="default" onClick={() => setLook("sending")}>
            Sending
          </Button>
        </>
      }
    >
      <div className={classes.columns}>
        <SampleFields />
        <SampleFields error="This does not fit." />
      </div>
      {look !== "closed" && (
        <Suspense fallback={null}>
          <FormDrawer
            title="New subscription"
            submitLabel="Create subscription"
            loading={look === "sending"}
            submitError={look === "failed" ? refused : null}
            dirty={look === "plain"}
            onSubmit={() => setLook("sending")}
            onClose={() => setLook("closed")}
            aside={
              <>
                <h3>What will happen</h3>
                <KeyValueList items={[{ label: "Schedule", value: "Every week on Monday at 09:00" }]} />
              </>
            }
          >
            <SampleFields />
          </FormDrawer>
        </Suspense>
      )}
    </Section>
  );
}

type Channel = "email" | "slack" | "webhook";

function SampleFields({ error }: { readonly error?: string }) {
  const [text, setText] = useState("");
  const [number, setNumber] = useState("1");
  const [channel, setChannel] = useState<Channel>("email");
  const [unit, setUnit] = useState("week");
  const [end, setEnd] = useState("never");
  const [days, setDays] = useState<Weekday[]>(["monday", "wednesday"]);
  const [start, setStart] = useState("2026-11-23T09:00");
  const [chips, setChips] = useState(["ana@example.com", ...(error ? ["ana@"] : [])]);
  return (
    <div className={classes.fields}>
      <TextField
        label="Title"
        description="Shown in the subject."
        required
        value={text}
        onChange={setText}
        error={error}
        placeholder="Weekly revenue"
      />
      <TextField
        label="Search"
        type="search"
        value={text}
        onChange={setText}
        leftSection={<SearchIcon />}
        disabled={error !== undefined}
      />
      <RadioCardsField<Channel>
        label="Channel"
        value={channel}
        onChange={setChannel}
        error={error}
        options={[
          { value: "email", label: "E-mail", description: "To people", icon: <MailIcon /> },
          { value: "slack", label: "Slack", description: "To a channel", icon: <SlackIcon /> },
          {
            value: "webhook",
            label: "Webhook",
            description: "Not on this server",
            icon: <WebhookIcon />,
            disabled: true,
          },
        ]}
      />
      <ChipsField
        label="Recipients"
        value={chips}
        onChange={setChips}
        validate={(item) => (/^\S+@\S+\.\S+$/.test(item) ? null : `“${item}” is not an e-mail address.`)}
        splitPaste={(pasted) => pasted.split(/[\s,;]+/).filter(Boolean)}
        placeholder="ana@example.com"
        description="Paste as many as you like."
      />
      <div className={classes.row}>
        <NumberField label="Every" value={number} onChange={setNumber} width="80px" error={error && "No"} />
        <SelectField
          label="Unit"
          value={unit}
          onChange={setUnit}
          options={["day", "week", "month", "year"].map((value) => ({ value, label: value }))}
        />
      </div>
      <WeekdayField label="On" value={days} onChange={setDays} error={error} />
      <DateTimeField
        label="Starts"
        description="Europe/Berlin"
        value={start}
        onChange={setStart}
        error={error}
      />
      <SegmentedField
        label="Ends"
        value={end}
        onChange={setEnd}
        options={[
          { value: "never", label: "Never" },
          { value: "on", label: "On a day" },
          { value: "after", label: "After a number" },
        ]}
      />
      <TextAreaField label="Message" value={text} onChange={setText} error={error} />
    </div>
  );
}
