// Interactions, each with the time to its next paint.
//
// A person's press, key or step back makes events (pointerdown, pointerup, click; keydown, input, keyup; popstate).
// For each of them the page notes when the browser got it (`event.timeStamp`, so waiting for a busy main thread
// counts), and when the next frame was painted: a task that is asked for in that frame's requestAnimationFrame comes
// when its styles, layout and paint are done. It has the highest priority: a plain message would stand in line behind
// what the page had put off until after the frame. The longest of an interaction's events is its time, as in
// Interaction to Next Paint. The browser's own figure of that name (Event Timing) goes by steps of 8 ms, says nothing
// below 16 ms, and ends when the pixels are out, which without a graphics card is the work of other processes on this
// machine; so it is kept beside ours in .cache/bench.json, and our own is the one that is held to the bounds.
//
// The next paint may show nothing but a pressed button. So an interaction can say what it wants to see, and the time
// until that is painted is told as well.

/** Runs in the page before anything else. */
function observe() {
  const EVENTS = ["pointerdown", "pointerup", "click", "keydown", "input", "keyup", "popstate"];
  const afterPaint = (call) =>
    requestAnimationFrame(
      () => void scheduler.postTask(() => call(performance.now()), { priority: "user-blocking" }),
    );
  let turn = null;
  const isThere = ({ selector, text }) =>
    document.querySelector("main [aria-busy=true]") === null &&
    [...document.querySelectorAll(selector)].some((element) => element.textContent.startsWith(text));
  const look = (own) => {
    if (turn !== own) return;
    if (!isThere(own.wanted)) return requestAnimationFrame(() => look(own));
    afterPaint((now) => {
      own.shown = now - own.from;
    });
  };
  for (const name of EVENTS)
    window.addEventListener(
      name,
      ({ timeStamp }) => {
        const own = turn;
        if (own === null) return;
        own.waiting += 1;
        afterPaint((now) => {
          own.waiting -= 1;
          own.paint = Math.max(own.paint ?? 0, now - timeStamp);
        });
        if (own.from !== null) return;
        own.from = timeStamp;
        if (own.wanted) requestAnimationFrame(() => look(own));
      },
      { capture: true },
    );
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (turn && interactionId > 0) turn.browser = Math.max(turn.browser ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16 });
  Object.assign(window, {
    benchTurns: {
      begin(wanted) {
        turn = { wanted, from: null, waiting: 0, paint: null, shown: null, browser: null };
      },
      isOver: () => turn.from !== null && turn.waiting === 0 && (turn.wanted === null || turn.shown !== null),
      end() {
        const { paint, shown, browser } = turn;
        turn = null;
        return { paint, shown, browser };
      },
    },
  });
}

/** Makes every page of the context note its interactions. */
export function noteTurns(context) {
  return context.addInitScript(observe);
}

/** Seldom: the tool's own waiting looks at the page in each frame otherwise, and its frames are what is measured. */
const SELDOM = { polling: 50, timeout: 60_000 };
/** Ms between two interactions, in which what an interaction left to do behind it gets done. */
const REST = 150;

/**
 * Does one interaction; `wanted` is an element, by selector and the beginning of its text, that it is to bring up on a
 * page without anything busy, or null. Gives ms to the next `paint`, until that is `shown`, and what the `browser` says.
 */
export async function takeTurn(page, wanted, act) {
  await page.evaluate((it) => window.benchTurns.begin(it), wanted);
  await act();
  await page.waitForFunction(() => window.benchTurns.isOver(), undefined, SELDOM);
  // What the browser says of its events, it says late.
  await page.waitForTimeout(REST);
  return page.evaluate(() => window.benchTurns.end());
}

/** As long as a person's pointer rests on something before it is pressed, and as it stays pressed, in ms. */
const HOVER = 100;
const HELD = 60;

/**
 * Clicks in the middle of an element by nothing but the pointer: the tool's own click looks in the page whether the
 * element is hit, in the very events that are measured.
 */
export async function aim(page, locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  const place = [x + width / 2, y + height / 2];
  await page.mouse.move(...place);
  await page.waitForTimeout(HOVER);
  return () => page.mouse.click(...place, { delay: HELD });
}
