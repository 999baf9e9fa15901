// Replaces MSW's cookie store in builds. MSW's store contains a list of all public suffixes (45 KB compressed), and
// fails where the browser forbids storage. The emulator doesn't use cookies.

export const cookieStore = {
  getCookies: (): readonly never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
