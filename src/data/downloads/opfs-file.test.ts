import { afterEach, expect, it, vi } from "vitest";

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
        // Another page takes its lock before it creates its folder.
        held.push({ name: "beginning" });
        folders.add("beginning");
        return answer;
      },
    },
  });
  // Cleans up once per page, so the module must not be shared with other tests.
  vi.resetModules();
  const { cleanUpTempFiles } = await import("./opfs-file");
  await cleanUpTempFiles();
  expect([...folders]).toEqual(["here", "beginning"]);
});
