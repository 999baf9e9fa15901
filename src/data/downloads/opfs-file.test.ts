import { afterEach, expect, it, vi } from "vitest";
import { removeFilesOfClosedPages } from "./opfs-file";

afterEach(() => vi.unstubAllGlobals());

it("removes files of closed pages, but not of a page that is just starting", async () => {
  const folders = new Set(["gone", "here"]);
  const held = [{ name: "here" }];
  const root = {
    async *keys() {
      yield* folders;
    },
    removeEntry: async (name: string) => void folders.delete(name),
  };
  vi.stubGlobal("navigator", {
    storage: { getDirectory: async () => ({ getDirectoryHandle: async () => root }) },
    locks: {
      query: async () => {
        const answer = { held: [...held] };
        // Simulates a page that acquires its lock and creates its folder just after the locks were
        // read.
        held.push({ name: "beginning" });
        folders.add("beginning");
        return answer;
      },
    },
  });
  await removeFilesOfClosedPages();
  expect([...folders]).toEqual(["here", "beginning"]);
});
