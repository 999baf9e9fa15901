import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { lazyPage } from "./lazy-page";

const Page = () => <p>The page</p>;

it("shows a page in the first render if its code has loaded", async () => {
  const { Component, load, isLoaded } = lazyPage(async () => ({ Page }), "Page");
  expect(isLoaded()).toBe(false);
  await load();
  expect(isLoaded()).toBe(true);
  render(
    <Suspense fallback="Loading">
      <Component />
    </Suspense>,
  );
  expect(document.body).toHaveTextContent(/^The page$/);
});

it("shows a placeholder until the code has loaded", async () => {
  const { Component } = lazyPage(async () => ({ Page }), "Page");
  render(
    <Suspense fallback="Loading">
      <Component />
    </Suspense>,
  );
  expect(document.body).toHaveTextContent(/^Loading$/);
  await screen.findByText("The page");
});
