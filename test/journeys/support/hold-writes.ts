import type { Emulator } from "@/emulator/hosts/emulator";

/** The same emulator, which answers no write before it may; reads are answered at once. */
export function holdWrites(emulator: Emulator) {
  let letGo = () => {};
  const allowed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held: Emulator = {
    ...emulator,
    async fetch(request) {
      if (request.method !== "GET") await allowed;
      return emulator.fetch(request);
    },
  };
  return { emulator: held, letGo: () => letGo() };
}
