/** Counts the tests in a Vitest or Playwright report. Returns zeros when the report is missing. */
function countReport(report) {
  if (report?.stats !== undefined) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  }
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  };
}

export function countTests(reports) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports.map(countReport))
    for (const key of Object.keys(counts)) counts[key] += report[key];
  return counts;
}

function timesOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${name.replace(`${root}/`, "")}: ${fullName}`,
      ms: duration ?? 0,
    })),
  );
}

function timesOfSuite({ specs = [], suites = [] }, titles) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `test/browser/${file}: ${[...titles, title].join(" ")} (${projectName})`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap((suite) => timesOfSuite(suite, [...titles, suite.title]))];
}

/** Returns the `count` slowest tests of all reports, slowest first: `{ name, ms }`. Removes `root` from paths. */
export function slowestTests(reports, count, root) {
  return reports
    .filter((report) => report !== undefined)
    .flatMap((report) =>
      report.suites === undefined
        ? timesOfVitest(report, root)
        : // The outer suites are files.
          report.suites.flatMap((file) => timesOfSuite(file, [])),
    )
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count);
}
