import { fuzzPages } from "./fuzzed-pages";

// Together with fuzzed-responses.test.tsx, renders about 10,000 mutated responses.
fuzzPages([
  ["/p/1/subscriptions", 1_200],
  ["/p/1/subscriptions?view=trash", 600],
  ["/p/1/recipients", 800],
  ["/p/1/calendar", 800],
  ["/p/1/health", 800],
  ["/p/1/subscriptions/import", 400],
  ["/p/1/members/offboard?person=d917952e-1b5f-49a0-9838-e9fe14db8a29", 400],
  ["/p/1/subscriptions/new?from=1066", 100],
  ["/p/1/subscriptions/1066", 250],
  ["/p/1/subscriptions/1066/edit", 150],
]);
