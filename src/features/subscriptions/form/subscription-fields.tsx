import { memo, useEffect, useRef } from "react";
import { type Control, type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { subscriptionSourceLabel } from "@/features/subscriptions/model/subscription-rules";
import {
  hasInsightsField,
  hasWorkspaceField,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import {
  isUndeliveredChannel,
  markedChannelLabel,
  UNDELIVERED_CHANNEL_MESSAGE,
} from "@/lib/recipients/channels";
import { formatCount } from "@/lib/text/numbers";
import { SegmentedField } from "@/ui/form/choice-fields";
import { SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { includeUnknownOption } from "./include-unknown-option";
import { InsightsField } from "./insights-field";
import { MoreOptions } from "./more-options";
import { RecipientsField } from "./recipients-field";
import { ScheduleFields } from "./schedule-fields";
import { SourceField } from "./source-field";
import classes from "./subscription-fields.module.css";
import { WorkspaceField } from "./workspace-field";

interface SubscriptionFieldsetProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

interface SubscriptionFieldsProps extends SubscriptionFieldsetProps {
  /** Called with text that was typed in the recipients field but not added. */
  readonly onRecipientDraftChange: (draft: string) => void;
}

/** Memoized, because the form library renders the form twice when it opens. */
export const SubscriptionFields = memo(function PlainSubscriptionFields(props: SubscriptionFieldsProps) {
  const { form, origin, onRecipientDraftChange } = props;
  const { control } = form;
  const [source, channel] = useWatch({ control, name: ["source", "channel"] });
  const hasWorkspace = hasWorkspaceField({ channel }, origin);
  useTitleFromSource(form, origin);
  return (
    <>
      <SourceFields form={form} origin={origin} />
      {hasInsightsField({ source }, origin) && <InsightsField form={form} origin={origin} />}
      <div className={classes.fields}>
        <ChannelField form={form} origin={origin} />
        {hasWorkspace && <WorkspaceField form={form} />}
        <div className={classes.recipients} data-full-row={hasWorkspace || undefined}>
          <RecipientsField control={control} origin={origin} onDraftChange={onRecipientDraftChange} />
        </div>
      </div>
      <ScheduleFields form={form} origin={origin} />
      <TitleField control={control} />
      <MoreOptions control={control} origin={origin} />
    </>
  );
});

const SOURCE_OPTIONS = [
  { value: "dashboard", label: "Dashboard" },
  { value: "insight", label: "Insight" },
];

/** Servers that return the source kind don't allow changing it. */
function SourceFields({ form, origin }: SubscriptionFieldsetProps) {
  const { control } = form;
  const { isSubmitted } = useFormState({ control });
  const source = useWatch({ control, name: "source" });
  if (source === "ai_prompt") {
    return (
      <FormField
        as={TextAreaField}
        control={control}
        name="prompt"
        label="Prompt"
        required
        rows={5}
        description="Deliveries contain the response to this prompt."
      />
    );
  }
  if (source !== "dashboard" && source !== "insight") {
    const { record } = origin;
    return (
      <TextField
        label="Source"
        value={record === null ? source : subscriptionSourceLabel(record)}
        onChange={() => undefined}
        disabled
        description="This kind of source can't be changed."
      />
    );
  }
  if (origin.record !== null && origin.capabilities.namesSourceKind) return <SourceField form={form} />;
  return (
    <div className={classes.fields} data-source>
      <FormField
        as={SegmentedField}
        control={control}
        name="source"
        onChange={(kind) => {
          form.setValue("source", kind, { shouldDirty: true, shouldTouch: true });
          // Before the first submit, selecting a kind must not show an error in the next field.
          if (isSubmitted) void form.trigger(["source", "sourceId"]);
        }}
        label="Source"
        options={SOURCE_OPTIONS}
      />
      <SourceField form={form} />
    </div>
  );
}

/**
 * Lists the channels that servers deliver. Only newer servers deliver to Teams. They deliver prompts only by email or
 * Slack.
 */
function listChannels(source: string, { capabilities }: SubscriptionFormOrigin): readonly string[] {
  if (source === "ai_prompt") return ["email", "slack"];
  return ["email", "slack", ...(capabilities.deliversToTeams ? ["teams"] : [])];
}

function ChannelField({ form, origin }: SubscriptionFieldsetProps) {
  const [source, channel] = useWatch({ control: form.control, name: ["source", "channel"] });
  const options = includeUnknownOption(listChannels(source, origin), origin.values.channel);
  const recipientsByChannel = useRef(new Map<string, string[]>());

  function handleChannelChange(next: string) {
    recipientsByChannel.current.set(form.getValues("channel"), form.getValues("recipients"));
    form.setValue("channel", next, { shouldDirty: true, shouldTouch: true });
    const original = next === origin.values.channel ? origin.values.recipients : [];
    // Also resets the error, and whether the field was touched.
    form.resetField("recipients");
    form.setValue("recipients", recipientsByChannel.current.get(next) ?? original, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger("channel");
  }

  return (
    <FormField
      as={SelectField}
      control={form.control}
      name="channel"
      onChange={handleChannelChange}
      label="Channel"
      options={options.map((value) => ({ value, label: markedChannelLabel(value) }))}
      description={isUndeliveredChannel(channel) ? `${UNDELIVERED_CHANNEL_MESSAGE}.` : undefined}
    />
  );
}

function TitleField({ control }: { readonly control: Control<SubscriptionFormValues> }) {
  const title = useWatch({ control, name: "title" });
  return (
    <FormField
      as={TextField}
      control={control}
      name="title"
      label="Title"
      description={`${formatCount(title.length)} of ${formatCount(TITLE_MAX_LENGTH)} characters`}
    />
  );
}

/** Sets a new subscription's title to the name of its source, until the user enters another title. */
function useTitleFromSource(
  { control, getValues, setValue }: UseFormReturn<SubscriptionFormValues>,
  { record, values: before }: SubscriptionFormOrigin,
): void {
  const [source, sourceId] = useWatch({ control, name: ["source", "sourceId"] });
  const { names } = useSourceNames();
  const name = names.get(`${source} ${sourceId.trim()}`) ?? "";
  const suggested = useRef("");
  const isNew = record === null && before.title === "";
  useEffect(() => {
    const suggestion = name.slice(0, TITLE_MAX_LENGTH);
    if (!isNew || suggestion === suggested.current || getValues("title") !== suggested.current) return;
    suggested.current = suggestion;
    setValue("title", suggestion);
  }, [isNew, name, getValues, setValue]);
}
