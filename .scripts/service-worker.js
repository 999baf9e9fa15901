// Keeps the app's own files, so that it opens without a connection. The build fills in the names below.
// It touches nothing but these files and the page itself: no answer of a server, and nothing that has a key.
const BUILD = "__BUILD__";
const ENTRY = "__ENTRY__";
const FILES = ["__FILES__"];

const SHELL = "/";
const PREFIX = "environs-files-";
const CACHE = PREFIX + BUILD;
const AT_ONCE = 6;

/** A page in the place of a file is what some servers answer for what they lack. */
function isFile(response) {
  return response.ok && !(response.headers.get("Content-Type") ?? "").includes("text/html");
}

async function keepFile(cache, path) {
  const response = await fetch(path);
  if (!isFile(response)) throw new Error(`${path} is not there.`);
  await cache.put(path, response);
}

async function install() {
  const shell = await fetch(SHELL, { cache: "reload" });
  const isOwn = shell.ok && (await shell.clone().text()).includes(ENTRY);
  if (!isOwn) throw new Error("The site has another version than this worker.");
  const cache = await caches.open(CACHE);
  try {
    for (let from = 0; from < FILES.length; from += AT_ONCE) {
      await Promise.all(FILES.slice(from, from + AT_ONCE).map((path) => keepFile(cache, path)));
    }
    // Last: a page without its files would be worse than none. A redirected answer is refused for pages.
    await cache.put(SHELL, new Response(await shell.blob(), { headers: shell.headers }));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

/** Forgets old versions, but for the one before: tabs may still show it. */
async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The page as the site has it now, so nobody is kept on an old version; the kept one only without a connection. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Names of these files hold a hash of their content, so a kept one is never old. */
async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isFile(response)) {
    const copy = response.clone();
    // Where storage is full it is used without being kept.
    await caches.open(CACHE).then(
      (cache) => cache.put(request, copy),
      () => {},
    );
  }
  return response;
}

/** Files with a name that stays: new where that can be had. */
async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
