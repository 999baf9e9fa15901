import { useState } from "react";
import type { Weekday } from "@/lib/time/weekdays";
import { CheckboxField } from "@/ui/form/checkbox-field";
import { SegmentedField, WeekdayField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { PickerField } from "@/ui/form/picker-field";
import { TagsInput } from "@/ui/form/tags-input";
import { SearchField } from "@/ui/query-field/search-field";
import { SearchIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";

interface KitFieldsProps {
  readonly state: "plain" | "wrong" | "disabled";
}

const SUGGESTIONS = [
  { item: "bo@example.com", label: "Bo Lindqvist", detail: "bo@example.com" },
  { item: "mei@example.com", label: "Mei Tanaka", detail: "mei@example.com" },
];

export function KitFields({ state }: KitFieldsProps) {
  const fieldProps = {
    description: "A short description.",
    error: state === "wrong" ? "Invalid value." : undefined,
    disabled: state === "disabled",
  };
  return (
    <div className={classes.fields}>
      <TextFields fieldProps={fieldProps} />
      <TagFields fieldProps={fieldProps} />
      <ChoiceFields fieldProps={fieldProps} />
    </div>
  );
}

interface SharedFieldProps {
  readonly description: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

interface FieldGroupProps {
  readonly fieldProps: SharedFieldProps;
}

function TextFields({ fieldProps }: FieldGroupProps) {
  const [text, setText] = useState("");
  const [code, setCode] = useState('{\n  "id": 12\n}');
  const [number, setNumber] = useState("1");
  const [start, setStart] = useState("2026-11-23T09:00");
  return (
    <>
      <TextField
        {...fieldProps}
        label="Title"
        required
        value={text}
        onChange={setText}
        placeholder="Weekly revenue"
      />
      <TextField
        {...fieldProps}
        label="Search"
        type="search"
        value={text}
        onChange={setText}
        leftSection={<SearchIcon />}
        rightSection="⌘K"
      />
      <SearchField
        label="Search by words"
        value={text}
        onChange={setText}
        placeholder="Name or description"
      />
      <NumberField
        {...fieldProps}
        label="Every"
        value={number}
        onChange={setNumber}
        width="160px"
        rightSection="weeks"
      />
      <DateTimeField {...fieldProps} label="Starts" value={start} onChange={setStart} />
      <CheckboxField
        label="Ignore case"
        checked={text !== ""}
        onChange={(isOn) => setText(isOn ? "Hello" : "")}
      />
      <TextAreaField {...fieldProps} label="Message" value={text} onChange={setText} placeholder="Hello" />
      <TextAreaField
        {...fieldProps}
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

function TagFields({ fieldProps }: FieldGroupProps) {
  const [tags, setTags] = useState(["ana@example.com", ...(fieldProps.error ? ["ana@"] : [])]);
  const [person, setPerson] = useState("bo@example.com");
  const suggest = (draft: string) =>
    SUGGESTIONS.filter(({ label }) => label.toLowerCase().includes(draft.toLowerCase()));
  return (
    <>
      <PickerField
        {...fieldProps}
        label="Owner"
        value={person}
        onChange={setPerson}
        valueLabel={SUGGESTIONS.find(({ item }) => item === person)?.label ?? ""}
        parseItem={(text) => (/^\S+@\S+\.\S+$/.test(text) ? text : null)}
        getSuggestions={suggest}
        onSearch={() => undefined}
      />
      <TagsInput
        {...fieldProps}
        label="Recipients"
        value={tags}
        onChange={setTags}
        validate={(item) => (/^\S+@\S+\.\S+$/.test(item) ? null : `“${item}” isn't an email address.`)}
        splitItems={(pasted) => pasted.split(/[\s,;]+/).filter(Boolean)}
        getSuggestions={suggest}
        placeholder="ana@example.com"
      />
    </>
  );
}

function ChoiceFields({ fieldProps }: FieldGroupProps) {
  const [unit, setUnit] = useState("week");
  const [end, setEnd] = useState("never");
  const [days, setDays] = useState<Weekday[]>(["monday", "wednesday"]);
  return (
    <>
      <SelectField
        {...fieldProps}
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
      <WeekdayField {...fieldProps} label="On" value={days} onChange={setDays} />
      <SegmentedField
        {...fieldProps}
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
