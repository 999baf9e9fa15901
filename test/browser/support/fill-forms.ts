import type { Locator } from "@playwright/test";

/**
 * Dates and times far in the future, so that they haven't passed when a test runs. `UNTIL` is after
 * the start.
 */
const START_DATE = "2090-03-01";
const START_TIME = "10:30";
const UNTIL = "2091-04-02T11:45";

/** A form's values by field label. A group's value is the names of its selected options. */
export type FormValues = Readonly<Record<string, string>>;

/** Reads every field of a form as displayed, including chips and typed text. */
export function readFormValues(form: Locator): Promise<FormValues> {
  return form.locator("form").evaluate((element) => {
    const textOf = (node: Element | null | undefined) => node?.textContent?.replace(" *", "").trim() ?? "";
    const groupOf = (box: Element | null) =>
      textOf(document.getElementById(box?.getAttribute("aria-labelledby") ?? ""));
    const values: Record<string, string> = {};
    for (const field of element.querySelectorAll("input, select, textarea")) {
      if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type)) {
        const group = groupOf(field.closest("[role=radiogroup], [role=group]"));
        const name = field.getAttribute("aria-label") ?? textOf(field.labels?.[0]);
        values[group] = `${values[group] ?? ""}${field.checked ? `${name};` : ""}`;
      } else if (
        field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement
      ) {
        values[textOf(field.labels?.[0])] = field.value;
      }
    }
    for (const list of element.querySelectorAll("ul[aria-label*=' added']")) {
      const chips = [...list.children].map((chip) => textOf(chip));
      values[`chips of ${list.getAttribute("aria-label")?.split(":")[0]}`] = chips.join(";");
    }
    return values;
  });
}

/** Opens the collapsed section of a subscription form. */
export async function openMoreOptions(form: Locator): Promise<void> {
  const message = form.getByLabel("Message");
  if (!(await message.isVisible())) await form.getByText("End and message").click();
  await message.waitFor();
}

async function fillSchedule(form: Locator): Promise<void> {
  await form.getByRole("radio", { name: "Insight" }).check({ force: true });
  await form.getByRole("combobox", { name: "Insight name" }).fill("4003");
  await form.getByLabel("Every").fill("3");
  await form.getByLabel("Unit").selectOption({ label: "months" });
  await form.getByRole("checkbox", { name: "Tuesday" }).check({ force: true });
  await form.getByRole("checkbox", { name: "Sunday" }).check({ force: true });
  await form.getByLabel("Position in month").selectOption({ label: "the second" });
  await form.getByLabel("Time", { exact: true }).fill(START_TIME);
  await form.getByLabel("Start date").fill(START_DATE);
  await openMoreOptions(form);
  await form.getByRole("radio", { name: "On a date" }).check({ force: true });
  await form.getByLabel(/^End date/).fill(UNTIL);
  await form.getByLabel("Title").fill("Figures in a storm");
  await form.getByLabel("Message").fill("First line.\nSecond line.");
}

/** Fills in the form for a new subscription. Every value differs from its default. */
export async function fillNewSubscription(form: Locator): Promise<void> {
  await fillSchedule(form);
  await form.getByLabel("Channel", { exact: true }).selectOption({ label: "Slack" });
  await form.getByLabel("Slack channel").fill("#storm-warnings");
}

/** Fills in the form for a new export. Every value differs from its default. */
export async function fillNewExport(form: Locator): Promise<void> {
  await form.getByRole("radio", { name: "Insights" }).check({ force: true });
  const sourceIds = form.getByRole("combobox", { name: "Insight names" });
  await sourceIds.fill("4003");
  await sourceIds.press("Enter");
  // Leaves the field, because its suggestions would cover the fields below.
  await sourceIds.press("Tab");
  await form.getByLabel("Format").selectOption("text/csv");
  await form.getByRole("radio", { name: "Custom date" }).check({ force: true });
  await form.getByLabel("Expires").fill(UNTIL);
}

/** A person in the organization who isn't a member of the large project. */
export const NEW_MEMBER = "fc2b70b4-b39a-45e1-984d-be97fccc03db";

/** Fills in the form that adds members. Every value differs from its default. */
export async function fillNewMember(form: Locator): Promise<void> {
  const people = form.getByRole("combobox", { name: "People" });
  await people.fill(NEW_MEMBER);
  await people.press("Enter");
  await form.getByRole("radio", { name: "Administrator" }).check({ force: true });
}

/** A subscription in which `fillSubscription` changes every field. */
export const EMAIL_SUBSCRIPTION = {
  dashboard: 201,
  target_type: "slack",
  target_value: "#general",
  frequency: "weekly",
  start_date: "2026-11-02T08:00:00Z",
  title: "Weekly figures",
};

/**
 * Fills in the form of `EMAIL_SUBSCRIPTION`. Changes the channel from Slack to email, with
 * addresses as chips.
 */
export async function fillSubscription(form: Locator): Promise<void> {
  await fillSchedule(form);
  await form.getByLabel("Slack channel").fill("");
  await form.getByLabel("Channel", { exact: true }).selectOption({ label: "Email" });
  const recipients = form.getByRole("combobox", { name: "Recipients" });
  for (const address of ["ana@example.com", "bo@example.com"]) {
    await recipients.fill(address);
    await recipients.press("Enter");
  }
}
