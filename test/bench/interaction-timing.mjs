// Measures each interaction by the time to its next paint.
//
// A press, a key or a step back causes events (pointerdown, pointerup, click; keydown, input, keyup; popstate). For
// each event, the page records when the browser received it (`event.timeStamp`, which includes time on a busy main
// thread) and when the next frame was painted. A task that is posted in that frame's requestAnimationFrame runs after
// styles, layout and paint. The task has the highest priority, because a normal task would wait for work that the page
// has deferred until after the frame. The interaction takes as long as its longest event, as in Interaction to Next
// Paint.
//
// The browser's own figure (Event Timing) has steps of 8 ms, omits events below 16 ms, and ends when the frame is
// presented, which depends on the machine's other processes if there is no GPU. It is therefore only recorded in
// .cache/bench.json, and the figure from this module is compared with the limits.
//
// The next paint may show only a pressed button. An interaction can name the element that shows its result and an
// element that gives earlier feedback, such as a highlighted link. The times until both are painted are also measured.

/** Records interactions. Runs in the page before all other scripts. */
function observe() {
  const EVENTS = ["pointerdown", "pointerup", "click", "keydown", "input", "keyup", "popstate"];
  /** Must be called in a `requestAnimationFrame` callback. */
  const afterThisPaint = (call) =>
    void scheduler.postTask(() => call(performance.now()), { priority: "user-blocking" });
  const afterNextPaint = (call) => requestAnimationFrame(() => afterThisPaint(call));
  let interaction = null;
  /** Ignores pages that are prerendered invisibly. */
  const findVisible = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const isShown = ({ selector, text }) =>
    findVisible("main [aria-busy=true]").length === 0 &&
    findVisible(selector).some((element) => element.textContent.startsWith(text));
  const checkShown = (current) => {
    if (interaction !== current) return;
    const { feedback } = current.wanted;
    if (!current.hasFeedback && feedback !== undefined && findVisible(feedback).length > 0) {
      current.hasFeedback = true;
      afterThisPaint((now) => {
        current.feedback = now - current.from;
      });
    }
    if (!isShown(current.wanted)) return requestAnimationFrame(() => checkShown(current));
    afterThisPaint((now) => {
      current.shown = now - current.from;
      current.feedback ??= current.shown;
    });
  };
  for (const name of EVENTS)
    window.addEventListener(
      name,
      ({ timeStamp }) => {
        const current = interaction;
        if (current === null) return;
        current.waiting += 1;
        afterNextPaint((now) => {
          current.waiting -= 1;
          current.paint = Math.max(current.paint ?? 0, now - timeStamp);
        });
        // The times to the feedback and to the result start at the click event, which ends a press.
        if (name === "click" && current.shown === null) current.from = timeStamp;
        if (current.from !== null) return;
        current.from = timeStamp;
        if (current.wanted) requestAnimationFrame(() => checkShown(current));
      },
      { capture: true },
    );
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interaction && interactionId > 0)
        interaction.browser = Math.max(interaction.browser ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16 });
  Object.assign(window, {
    benchInteractions: {
      begin(wanted) {
        interaction = {
          wanted,
          from: null,
          waiting: 0,
          paint: null,
          hasFeedback: false,
          feedback: null,
          shown: null,
          browser: null,
        };
      },
      hasEnded: () =>
        interaction.from !== null &&
        interaction.waiting === 0 &&
        (interaction.wanted === null || interaction.shown !== null),
      end() {
        const { paint, feedback, shown, browser } = interaction;
        interaction = null;
        return { paint, feedback, shown, browser };
      },
    },
  });
}

export function recordInteractions(context) {
  return context.addInitScript(observe);
}

/** By default, Playwright polls in each frame, which would affect the measured frames. */
const RARE_POLLING = { polling: 50, timeout: 60_000 };
/** Pause between two interactions in ms, in which deferred work finishes. */
const SETTLE_MS = 150;

/**
 * Measures an interaction. Returns the time in ms to the next `paint`, to the `feedback` and until
 * the result is `shown`, and the `browser`'s own figure.
 * @param wanted the element that shows the result, or null. It has a selector, the start of the
 * element's text, and the selector of an earlier `feedback`.
 */
export async function measureInteraction(page, wanted, act) {
  await page.evaluate((it) => window.benchInteractions.begin(it), wanted);
  await act();
  await page.waitForFunction(() => window.benchInteractions.hasEnded(), undefined, RARE_POLLING);
  // The browser reports its event timings late.
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => window.benchInteractions.end());
}

/** Typical time for which a pointer hovers before a press, and the duration of the press, in ms. */
const HOVER_MS = 100;
const PRESS_MS = 60;

/**
 * Prepares a click on an element's center. Returns a function that clicks with the mouse. Playwright's own click
 * would run a hit test in the page during the measurement.
 */
export async function prepareClick(page, locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  const place = [x + width / 2, y + height / 2];
  await page.mouse.move(...place);
  await page.waitForTimeout(HOVER_MS);
  return () => page.mouse.click(...place, { delay: PRESS_MS });
}
