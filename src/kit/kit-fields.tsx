import { useState } from "react";
import type { Weekday } from "@/lib/time/weekdays";
import { SegmentedField, WeekdayField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { ChipsField } from "@/ui/form/tags-input";
import { SearchField } from "@/ui/query-field/search-field";
import { SearchIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";

interface KitFieldsProps {
  readonly state: "plain" | "wrong" | "disabled";
}

const PEOPLE = [
  { item: "bo@example.com", label: "Bo Lindqvist", detail: "bo@example.com" },
  { item: "mei@example.com", label: "Mei Tanaka", detail: "mei@example.com" },
];

/** All fields, in one of the states that each of them has. */
export function KitFields({ state }: KitFieldsProps) {
  const look = {
    description: "A word about it.",
    error: state === "wrong" ? "This does not fit." : undefined,
    disabled: state === "disabled",
  };
  return (
    <div className={classes.fields}>
      <Texts look={look} />
      <Recipients look={look} />
      <Choices look={look} />
    </div>
  );
}

interface Look {
  readonly description: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

interface LookProps {
  readonly look: Look;
}

function Texts({ look }: LookProps) {
  const [text, setText] = useState("");
  const [code, setCode] = useState('{\n  "id": 12\n}');
  const [number, setNumber] = useState("1");
  const [start, setStart] = useState("2026-11-23T09:00");
  return (
    <>
      <TextField
        {...look}
        label="Title"
        required
        value={text}
        onChange={setText}
        placeholder="Weekly revenue"
      />
      <TextField
        {...look}
        label="Search"
        type="search"
        value={text}
        onChange={setText}
        leftSection={<SearchIcon />}
        rightSection="⌘K"
      />
      <SearchField label="Search by words" value={text} onChange={setText} placeholder="Name or meaning" />
      <NumberField
        {...look}
        label="Every"
        value={number}
        onChange={setNumber}
        width="160px"
        rightSection="weeks"
      />
      <DateTimeField {...look} label="Starts" value={start} onChange={setStart} />
      <TextAreaField {...look} label="Message" value={text} onChange={setText} placeholder="Hello" />
      <TextAreaField
        {...look}
        label="Code"
        value={code}
        onChange={setCode}
        rows={4}
        monospace
        spellCheck={false}
      />
    </>
  );
}

function Recipients({ look }: LookProps) {
  const [chips, setChips] = useState(["ana@example.com", ...(look.error ? ["ana@"] : [])]);
  return (
    <ChipsField
      {...look}
      label="Recipients"
      value={chips}
      onChange={setChips}
      validate={(item) => (/^\S+@\S+\.\S+$/.test(item) ? null : `“${item}” is not an e-mail address.`)}
      splitPaste={(pasted) => pasted.split(/[\s,;]+/).filter(Boolean)}
      suggest={(draft) => PEOPLE.filter(({ label }) => label.toLowerCase().includes(draft.toLowerCase()))}
      placeholder="ana@example.com"
    />
  );
}

function Choices({ look }: LookProps) {
  const [unit, setUnit] = useState("week");
  const [end, setEnd] = useState("never");
  const [days, setDays] = useState<Weekday[]>(["monday", "wednesday"]);
  return (
    <>
      <SelectField
        {...look}
        label="Unit"
        required
        value={unit}
        onChange={setUnit}
        options={["day", "week", "month", "year"].map((value) => ({
          value,
          label: value,
          disabled: value === "year",
        }))}
      />
      <WeekdayField {...look} label="On" value={days} onChange={setDays} />
      <SegmentedField
        {...look}
        label="Ends"
        required
        value={end}
        onChange={setEnd}
        options={[
          { value: "never", label: "Never" },
          { value: "on", label: "On a day" },
          { value: "after", label: "After a number", disabled: true },
        ]}
      />
    </>
  );
}
