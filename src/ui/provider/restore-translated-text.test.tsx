import { imitateTranslator } from "@test/support/imitate-translator";
import { act, render } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { UiProvider } from "./ui-provider";

let stopTranslator = () => {};
afterEach(() => stopTranslator());

/** Observers run after the current task's microtasks. */
const settle = () => act(async () => {});

/** Renders the contents one after another in a page that the browser translates. */
async function renderTranslated(first: ReactNode, ...others: readonly ReactNode[]) {
  const page = (content: ReactNode) => (
    <UiProvider>
      <main>{content}</main>
    </UiProvider>
  );
  const { container, rerender } = render(page(first));
  const main = container.querySelector("main");
  if (main === null) throw new Error("no main");
  await settle();
  stopTranslator = imitateTranslator();
  await settle();
  const shown = [main.textContent];
  const show = async (content: ReactNode) => {
    rerender(page(content));
    await settle();
    shown.push(main.textContent);
  };
  for (const content of others) await show(content);
  return { main, shown, show };
}

const count = (value: number) => <p>{value} selected</p>;

it.each<[string, readonly ReactNode[], readonly string[]]>([
  [
    "changes a number in a sentence",
    [count(1), count(2), count(13), count(2)],
    ["1 selected", "2 selected", "13 selected", "2 selected"],
  ],
  [
    "changes two texts of a sentence at once",
    [
      [1, 2],
      [3, 4],
      [3, 5],
    ].map(([a, b]) => (
      <p key="progress">
        {a} of {b} sent
      </p>
    )),
    ["1 of 2 sent", "3 of 4 sent", "3 of 5 sent"],
  ],
  [
    "changes the only text of an element",
    [<p key="a">a</p>, <p key="a">b</p>, <p key="a" />, <p key="a">c</p>],
    ["a", "b", "", "c"],
  ],
  [
    "adds, empties and removes a text beside an element",
    [true, false, true].map((isPaused) => (
      <p key="state">
        {isPaused && "Paused"}
        {isPaused ? " until" : ""}
        <b>Monday</b>
        {!isPaused && "Active"}
      </p>
    )),
    ["Paused untilMonday", "MondayActive", "Paused untilMonday"],
  ],
  [
    "adds and removes an element before a text",
    [false, true, false].map((isNew) => (
      <p key="title">
        {isNew && <b>New: </b>}
        Title
      </p>
    )),
    ["Title", "New: Title", "Title"],
  ],
  [
    "replaces a text by an element",
    ["Loading", <b key="b">Loaded</b>, "Reloading"],
    ["Loading", "Loaded", "Reloading"],
  ],
  [
    "moves texts",
    ["abc", "cab", "bc"].map((order) => [...order].map((text) => <Fragment key={text}>{text}, </Fragment>)),
    ["a, b, c, ", "c, a, b, ", "b, c, "],
  ],
])("%s", async (_name, contents, expected) => {
  const [first, ...others] = contents;
  const { main, shown } = await renderTranslated(first, ...others);
  expect(shown).toEqual(expected);
  expect([...main.querySelectorAll("font > font")].map((font) => font.textContent).join("")).toBe(
    shown.at(-1),
  );
});

it.each(["before", "after"] as const)(
  "follows a browser that adds the translation %s the text",
  async (side) => {
    const { main, show } = await renderTranslated(count(1));
    stopTranslator();
    await show(count(2));
    const texts = [...(main.firstElementChild?.childNodes ?? [])].filter((node) => node instanceof Text);
    for (const text of texts) {
      const translation = document.createElement("font");
      translation.append(text.data);
      text[side](translation);
      text.remove();
    }
    await settle();
    expect(main.textContent).toBe("2 selected");
    expect(main.querySelectorAll("font")).toHaveLength(2);
    await show(count(3));
    expect(main.textContent).toBe("3 selected");
  },
);

it("follows an extension that moves the text into its translation", async () => {
  const page = (isPaused: boolean) => (
    <p>
      {isPaused && "Paused"}
      <b>Monday</b>
    </p>
  );
  const { main, show } = await renderTranslated(page(false));
  stopTranslator();
  await show(page(true));
  const text = main.querySelector("p")?.firstChild;
  const translation = document.createElement("font");
  if (text instanceof Text) text.replaceWith(translation);
  translation.append(text ?? "");
  await settle();
  expect(main.textContent).toBe("PausedMonday");
  await show(page(false));
  expect(main.textContent).toBe("Monday");
});

it("shows no word twice if the translation has another order", async () => {
  const { main, show } = await renderTranslated(count(1));
  stopTranslator();
  const [first, second] = main.querySelectorAll("p > font");
  first?.replaceChildren("Ausgewählt: 1");
  second?.replaceChildren();
  await show(count(2));
  expect(main.textContent).toBe("2 selected");
});

it("shows the original again", async () => {
  const { main } = await renderTranslated(count(1));
  stopTranslator();
  for (const font of main.querySelectorAll("p > font")) font.remove();
  await settle();
  expect(main.textContent).toBe("1 selected");
});
