import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { DownloadMenu } from "./download-menu";

interface Fruit {
  readonly name: string;
  readonly size: number;
}

const pear: Fruit = { name: "=Pear", size: -1 };
const plum: Fruit = { name: "Plum, ripe", size: 2 };
const columns = [
  { id: "name", header: "Name", text: (fruit: Fruit): string => fruit.name },
  { id: "size", header: "Size", text: (fruit: Fruit): number => fruit.size },
];

function readText(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsText` would drop the byte order mark.
    reader.addEventListener("load", () => {
      const { result } = reader;
      if (!(result instanceof ArrayBuffer)) return reject(new Error("no bytes"));
      resolve(new TextDecoder("utf-8", { ignoreBOM: true }).decode(result));
    });
    reader.readAsArrayBuffer(file);
  });
}

interface Setup {
  readonly shown?: readonly Fruit[];
  readonly selected?: readonly Fruit[];
  readonly nameOf?: (fruit: Fruit) => string;
}

function setup({ shown = [pear, plum], selected = [], nameOf }: Setup = {}) {
  const files: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:file";
  });
  // jsdom can't download.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <DownloadMenu
        title="Download fruits"
        rows={shown}
        selected={selected}
        records={shown}
        columns={nameOf ? [{ id: "name", header: "Name", text: nameOf }] : columns}
        getAllFields={(fruit) => ({ ...fruit, grown: { by: "Ana" }, tags: ["a", "b"] })}
        fileName="Fruits of Demo 2026-11-21"
        onClose={onClose}
      />
    </UiProvider>,
  );
  const last = () => {
    const file = files.at(-1);
    return file ? readText(file) : "no file";
  };
  return {
    user: userEvent.setup(),
    dialog: screen.getByRole("dialog", { name: "Download fruits" }),
    onClose,
    names,
    last,
  };
}

it("saves visible rows as CSV for Excel, shows a toast and closes", async () => {
  const { user, dialog, onClose, names, last } = setup();
  expect(within(dialog).getByRole("radio", { name: "0 selected" })).toBeDisabled();
  await user.click(within(dialog).getByRole("button", { name: "Download 2 rows" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(names).toEqual(["Fruits of Demo 2026-11-21.csv"]);
  expect(await last()).toBe('\uFEFFName,Size\r\n\'=Pear,-1\r\n"Plum, ripe",2\r\n');
  expect(await screen.findByText("Saved 2 rows as Fruits of Demo 2026-11-21.csv")).toBeInTheDocument();
});

it("starts with the selection, and saves all fields as CSV without a byte order mark", async () => {
  const { user, dialog, last, onClose } = setup({ selected: [plum] });
  await user.click(within(dialog).getByRole("radio", { name: "All fields" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Byte order mark (for Excel)" }));
  await user.click(within(dialog).getByRole("button", { name: "Download 1 row" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await last()).toBe('name,size,grown.by,tags\r\n"Plum, ripe",2,Ana,"a, b"\r\n');
});

it("saves JSON keyed by headers, or raw with all fields", async () => {
  const { user, dialog, last, names, onClose } = setup();
  await user.click(within(dialog).getByRole("radio", { name: "JSON" }));
  expect(within(dialog).queryByRole("checkbox")).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Download 2 rows" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(JSON.parse(await last())).toEqual([
    { Name: "=Pear", Size: -1 },
    { Name: "Plum, ripe", Size: 2 },
  ]);
  await user.click(within(dialog).getByRole("radio", { name: "All fields" }));
  await user.click(within(dialog).getByRole("button", { name: "Download 2 rows" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(JSON.parse(await last())).toEqual(
    [pear, plum].map((fruit) => ({ ...fruit, grown: { by: "Ana" }, tags: ["a", "b"] })),
  );
  expect(names).toEqual(["Fruits of Demo 2026-11-21.json", "Fruits of Demo 2026-11-21.json"]);
});

it("shows progress, and stops", async () => {
  // The fake clock advances by a second per read, so that each slice writes a chunk and reports progress.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1_000;
    return now;
  });
  const rows = Array.from({ length: 100_000 }, (_, size) => ({ name: "Pear", size }));
  const { user, dialog, onClose, names } = setup({ shown: rows });
  await user.click(within(dialog).getByRole("button", { name: "Download 100,000 rows" }));
  await within(dialog).findByText(/^[\d,]+0 of 100,000$/);
  expect(within(dialog).getByRole("progressbar", { name: "Writing file" })).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Stop" }));
  expect(await within(dialog).findByRole("button", { name: "Cancel" })).toBeInTheDocument();
  expect(names).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("shows the error inside the dialog", async () => {
  const { user, dialog, onClose, names } = setup({
    nameOf: () => {
      throw new Error("A row has no name");
    },
  });
  await user.click(within(dialog).getByRole("button", { name: "Download 2 rows" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("A row has no name");
  expect(onClose).not.toHaveBeenCalled();
  expect(names).toEqual([]);
  expect(within(dialog).getByRole("button", { name: "Download 2 rows" })).toBeEnabled();
});
