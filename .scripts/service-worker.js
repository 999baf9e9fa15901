// Caches the app's files, so that the app opens offline. The build fills in the values below. The worker handles only
// these files and the page, never API requests.
const BUILD = "__BUILD__";
const ENTRY = "__ENTRY__";
const FILES = ["__FILES__"];

const SHELL_URL = "/";
const CACHE_PREFIX = "environs-files-";
const CACHE_NAME = CACHE_PREFIX + BUILD;
const MAX_PARALLEL = 6;

/** Whether a response may be cached. Some servers respond with an HTML page for a missing file. */
function isCacheable(response) {
  return response.ok && !(response.headers.get("Content-Type") ?? "").includes("text/html");
}

async function cacheFile(cache, path) {
  const response = await fetch(path);
  if (!isCacheable(response)) throw new Error(`${path} is missing.`);
  await cache.put(path, response);
}

async function install() {
  const shell = await fetch(SHELL_URL, { cache: "reload" });
  const isOwn = shell.ok && (await shell.clone().text()).includes(ENTRY);
  if (!isOwn) throw new Error("The site and this worker have different versions.");
  const cache = await caches.open(CACHE_NAME);
  try {
    for (let from = 0; from < FILES.length; from += MAX_PARALLEL) {
      await Promise.all(FILES.slice(from, from + MAX_PARALLEL).map((path) => cacheFile(cache, path)));
    }
    // The page is stored last, because it doesn't work without its files. A copy is stored, because browsers reject a
    // redirected response for a page.
    await cache.put(SHELL_URL, new Response(await shell.blob(), { headers: shell.headers }));
  } catch (error) {
    await caches.delete(CACHE_NAME);
    throw error;
  }
  await self.skipWaiting();
}

/** Deletes old versions, except the previous one, which other tabs may still use. */
async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Network first, so that nobody stays on an old version. Uses the cached page only when offline. */
async function respondToPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(SHELL_URL, { cacheName: CACHE_NAME });
    if (cached === undefined) throw error;
    return cached;
  }
}

/** Cache first. Asset names contain a content hash, so a cached asset is never stale. */
async function respondToAsset(request) {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached !== undefined) return cached;
  const response = await fetch(request);
  if (isCacheable(response)) {
    const copy = response.clone();
    // When storage is full, the response isn't cached.
    await caches.open(CACHE_NAME).then(
      (cache) => cache.put(request, copy),
      () => {},
    );
  }
  return response;
}

/** Network first, because the names of these files don't change. */
async function respondToFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request, { cacheName: CACHE_NAME, ignoreVary: true });
    if (cached === undefined) throw error;
    return cached;
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
