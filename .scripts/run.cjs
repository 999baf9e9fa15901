// The door to every script: plain old JavaScript, so that an old Node can read it and say what it needs.
var parts = process.versions.node.split(".").map(Number);
// What Vite and Vitest both run on: the even releases, from the one that can require() modules.
var fits = (parts[0] === 20 && parts[1] >= 19) || (parts[0] === 22 && parts[1] >= 12) || parts[0] >= 24;
if (!fits) {
  console.error(
    "Environs needs Node 20.19, 22.12 or 24 and newer (not 21 or 23), and this is Node " +
      process.versions.node +
      ": please install another one.",
  );
  process.exit(1);
}
// The script finds its own arguments where a program started directly would.
require("./load-script.cjs")(process.argv.splice(2, 1)[0]);
