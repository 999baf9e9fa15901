import { expect, it, vi } from "vitest";
import { csvChunks } from "@/lib/file/csv";
import { saveFile } from "./use-save-file";

const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `Delivery ${id}, of Berlin – ü` }));
const columns = [
  { header: "Id", text: (row: (typeof rows)[number]) => row.id },
  { header: "Name", text: (row: (typeof rows)[number]) => row.name },
];

function readText(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(new Error("unreadable")));
    reader.readAsText(file);
  });
}

it("delivers the whole file under its name, and yields in between", async () => {
  const delivered: { file: Blob; name: string }[] = [];
  let now = 0;
  // Simulates a slow machine: each of the 601 chunks takes 2 ms, so a slice of 8 ms has only a few.
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1;
    return now;
  });
  let hasEnded = false;
  let turns = 0;
  const { port1, port2 } = new MessageChannel();
  // Simulates other work on the main thread, which must run between slices.
  port1.addEventListener("message", () => {
    turns += 1;
    if (!hasEnded) port2.postMessage(null);
    else port1.close();
  });
  port1.start();
  port2.postMessage(null);
  await saveFile({
    name: "Deliveries.csv",
    type: "text/csv;charset=utf-8",
    chunks: csvChunks(rows, columns, { bom: false }),
    deliver: (file, name) => delivered.push({ file, name }),
  });
  hasEnded = true;
  expect(turns).toBeGreaterThan(50);
  expect(delivered).toHaveLength(1);
  const [{ file, name } = { file: new Blob(), name: "" }] = delivered;
  expect(name).toBe("Deliveries.csv");
  expect(file.type).toBe("text/csv;charset=utf-8");
  const text = await readText(file);
  expect(text).toBe([...csvChunks(rows, columns, { bom: false })].map((chunk) => chunk.text).join(""));
});

it("downloads by a temporary link, and revokes its URL later", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  const clicked: (string | null)[] = [];
  const onClick = (event: Event) => {
    event.preventDefault();
    if (event.target instanceof HTMLAnchorElement) clicked.push(event.target.href, event.target.download);
  };
  document.addEventListener("click", onClick);
  await saveFile({ name: "x.csv", type: "text/csv", chunks: [{ text: "a", rowsDone: 0 }] });
  document.removeEventListener("click", onClick);
  expect(clicked).toEqual(["blob:file", "x.csv"]);
  expect(document.querySelector("a")).toBeNull();
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledWith("blob:file");
});
