import type { Emulator } from "@/emulator/hosts/emulator";

/** Wraps an emulator so that it processes writes only after the returned `release` is called. */
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
