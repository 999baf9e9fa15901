import { fuzzPages } from "./fuzzed-pages";

// Together with fuzzed-subscription-responses.test.tsx, renders about 10,000 mutated responses.
fuzzPages([
  ["/p/1/exports", 1_000],
  ["/p/1/exports/new?from=7039", 100],
  ["/p/1/exports/7039", 200],
  ["/p/1/members", 1_000],
  ["/p/1/members/new", 400],
  ["/p/1/members/d917952e-1b5f-49a0-9838-e9fe14db8a29", 250],
  ["/p/1/vitals?path=/&path=/pricing", 250],
  ["/p/1/vitals/path?path=/", 150],
  ["/p/1/sessions", 850],
  ["/p/1/sessions?property=$entry_utm_source", 700],
]);
