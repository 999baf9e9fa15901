import { Stack } from "@mantine/core";
import { memo, useEffect, useRef, useState } from "react";
import { type Control, type UseFormReturn, useController, useFormState, useWatch } from "react-hook-form";
import { TITLE_MAX_LENGTH } from "@/api/subscriptions";
import { namelessSourceHelp, useInsightLinks } from "@/data/catalog/read-insights";
import { useSlackWorkspaces } from "@/data/catalog/slack-workspaces";
import { useSourceNames } from "@/data/catalog/source-names";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import { subscriptionSourceLabel } from "@/data/subscriptions/subscriptions";
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
} from "@/lib/recipients/recipients";
import { formatCount } from "@/lib/text/numbers";
import { formatShortId, parseShortId, parseSourceId } from "@/lib/url/paths";
import { useAnnouncement } from "@/ui/feedback/toasts";
import { SegmentedField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { PickerField } from "@/ui/form/tags-input";
import disclosure from "@/ui/primitives/disclosure.module.css";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { InsightsField, NamesRetry, useNamesRetry } from "./insights-field";
import { RecipientsField } from "./recipients-field";
import { EndFields, includeUnknownOption, ScheduleFields } from "./schedule-fields";
import classes from "./subscription-fields.module.css";

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
      <MoreOptions form={form} origin={origin} />
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

const NO_ITEMS: readonly string[] = [];

function parseItem(kind: "dashboard" | "insight", text: string): string | null {
  const shortId = kind === "insight" ? parseShortId(text) : null;
  return shortId === null ? parseSourceId(kind, text) : formatShortId(shortId);
}

function SourceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control } = form;
  const source = useWatch({ control, name: "source" });
  const kind = source === "insight" ? "insight" : "dashboard";
  const { field, fieldState } = useController({ control, name: "sourceId" });
  const [search, setSearch] = useState("");
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, field.value);
  const links = useInsightLinks(kind === "insight" ? [field.value] : NO_ITEMS, ([id = ""]) =>
    field.onChange(id),
  );
  const problem = links.problems.get(field.value);
  useAnnouncement(problem);
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  const help = refusal === null ? "Type a name or ID, or paste a link." : namelessSourceHelp(kind, refusal);
  const retry = () => {
    links.retry();
    // Retrying removes the focused button.
    form.setFocus("sourceId");
  };
  return (
    <PickerField
      {...field}
      label={refusal === null ? `${noun} name` : `${noun} ID`}
      description={links.canRetry ? <NamesRetry help={help} isRetrying={false} onRetry={retry} /> : help}
      required
      valueLabel={getName(field.value)}
      parseItem={(text) => parseItem(kind, text)}
      getSuggestions={(text) =>
        getSuggestions(text).map(({ id, name }) => ({
          item: String(id),
          label: name || `${noun} ${id}`,
          detail: String(id),
        }))
      }
      onSearch={setSearch}
      error={problem ?? fieldState.error?.message}
    />
  );
}

/** Help texts by the reason for missing names. */
const WORKSPACE_REFUSALS = {
  scope: "Add the scope integration:read to the API key to see names.",
  endpoint: "The server doesn't return names. Enter the ID.",
} as const;

/**
 * Shows a field for the Slack workspace. Users select the workspace by name, or enter its ID if
 * names are unavailable. A single workspace is preselected.
 */
function WorkspaceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control, setValue } = form;
  const { field, fieldState } = useController({ control, name: "integration" });
  const integration = field.value;
  const { value: workspaces, refusal, isError, isFetching, refetch } = useSlackWorkspaces();
  const retry = useNamesRetry(isError, refetch, () => form.setFocus("integration"));
  // The ID from before the user edited the field.
  const previousId = useRef<string | null>(null);
  const only = workspaces?.length === 1 ? workspaces[0] : undefined;
  useEffect(() => {
    if (only !== undefined && integration === "")
      setValue("integration", String(only.id), { shouldDirty: true });
  }, [only, integration, setValue]);
  const named = (workspaces ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isUnnamed = integration !== "" && named.every(({ value }) => value !== integration);
  const options = [
    ...(integration === "" ? [{ value: "", label: "Choose a workspace" }] : []),
    ...named,
    ...(isUnnamed ? [{ value: integration, label: `Workspace ${integration}` }] : []),
  ];
  // A channel belongs to a single workspace.
  const clearChannel = () => setValue("recipients", [], { shouldDirty: true });
  const shared = { ...field, required: true, error: fieldState.error?.message };
  const help =
    refusal === null
      ? workspaces?.length === 0 && "No workspace is connected. Connect Slack on the server."
      : WORKSPACE_REFUSALS[refusal];
  if (refusal === null && !isError) {
    return (
      <SelectField
        {...shared}
        onChange={(value) => {
          field.onChange(value);
          clearChannel();
        }}
        description={help}
        label="Slack workspace"
        options={options}
      />
    );
  }
  return (
    <TextField
      {...shared}
      inputMode="numeric"
      onChange={(value) => {
        previousId.current ??= integration;
        field.onChange(value);
      }}
      onBlur={() => {
        const previous = previousId.current ?? "";
        previousId.current = null;
        field.onBlur();
        if (previous !== "" && previous !== integration) clearChannel();
      }}
      description={
        isError ? (
          <NamesRetry
            help="Couldn't load names. Enter the ID, or try again."
            isRetrying={isFetching}
            onRetry={retry}
          />
        ) : (
          help
        )
      }
      label="Workspace ID"
    />
  );
}

/** Fields for the end and the message. Opens automatically when a field has a value or an error. */
function MoreOptions({ form: { control }, origin }: SubscriptionFieldsetProps) {
  const [end, message] = useWatch({ control, name: ["end", "message"] });
  const { errors, submitCount } = useFormState({ control });
  const hasError = [errors.end, errors.until, errors.count, errors.message].some(Boolean);
  // A new value of `reason` opens the section again, even if the user has closed it.
  const reason = hasError ? `error ${submitCount}` : String(end !== "never" || message !== "");
  const [openedFor, setOpenedFor] = useState("false");
  const [isOpen, setIsOpen] = useState(false);
  if (reason !== openedFor) {
    setOpenedFor(reason);
    if (reason !== "false") setIsOpen(true);
  }
  return (
    <details className={disclosure.details} open={isOpen}>
      <summary
        className={disclosure.summary}
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <ChevronRightIcon size={12} />
        End and message
      </summary>
      <Stack gap={20} pt="sm">
        <EndFields control={control} origin={origin} />
        <FormField
          as={TextAreaField}
          control={control}
          name="message"
          label="Message"
          description={
            origin.record === null
              ? "Sent only with an immediate delivery."
              : "Sent only to recipients you add now."
          }
        />
      </Stack>
    </details>
  );
}
