// Keeps the app's own files, so that it opens without a connection. The build fills in the names below.
// It touches nothing but these files and the respondToPage itself: no answer of a server, and nothing that has a key.
const BUILD = "__BUILD__";
const ENTRY = "__ENTRY__";
const FILES = ["__FILES__"];

const SHELL_URL = "/";
const CACHE_PREFIX = "environs-files-";
const CACHE_NAME = CACHE_PREFIX + BUILD;
const MAX_PARALLEL = 6;

/** A respondToPage in the place of a respondToFile is what some servers answer for what they lack. */
function isCacheable(response) {
  return response.ok && !(response.headers.get("Content-Type") ?? "").includes("text/html");
}

async function cacheFile(cache, path) {
  const response = await fetch(path);
  if (!isCacheable(response)) throw new Error(`${path} is not there.`);
  await cache.put(path, response);
}

async function install() {
  const shell = await fetch(SHELL_URL, { cache: "reload" });
  const isOwn = shell.ok && (await shell.clone().text()).includes(ENTRY);
  if (!isOwn) throw new Error("The site has another version than this worker.");
  const cache = await caches.open(CACHE_NAME);
  try {
    for (let from = 0; from < FILES.length; from += MAX_PARALLEL) {
      await Promise.all(FILES.slice(from, from + MAX_PARALLEL).map((path) => cacheFile(cache, path)));
    }
    // Last: a respondToPage without its files would be worse than none. A redirected answer is refused for pages.
    await cache.put(SHELL_URL, new Response(await shell.blob(), { headers: shell.headers }));
  } catch (error) {
    await caches.delete(CACHE_NAME);
    throw error;
  }
  await self.skipWaiting();
}

/** Forgets old versions, but for the one before: tabs may still show it. */
async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The respondToPage as the site has it now, so nobody is kept on an old version; the kept one only without a connection. */
async function respondToPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL_URL, { cacheName: CACHE_NAME });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Names of these files hold a hash of their content, so a kept one is never old. */
async function respondToAsset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isCacheable(response)) {
    const copy = response.clone();
    // Where storage is full it is used without being kept.
    await caches.open(CACHE_NAME).then(
      (cache) => cache.put(request, copy),
      () => {},
    );
  }
  return response;
}

/** Files with a name that stays: new where that can be had. */
async function respondToFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE_NAME, ignoreVary: true });
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
  if (pathname.startsWith("/assets/")) event.respondWith(respondToAsset(request));
  else if (FILES.includes(pathname)) event.respondWith(respondToFile(request));
  else if (request.mode === "navigate") event.respondWith(respondToPage(request));
});
