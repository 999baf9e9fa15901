import type { Emulator } from "@/emulator/hosts/emulator";

/** Returns the same emulator, which processes writes only after `release` is called. */
export function holdWrites(emulator: Emulator) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const heldEmulator: Emulator = {
    ...emulator,
    async fetch(request) {
      if (request.method !== "GET") await released;
      return emulator.fetch(request);
    },
  };
  return { emulator: heldEmulator, release: () => release() };
}
