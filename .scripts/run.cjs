// Entry point of every script. Plain old JavaScript, so that an old Node can run it and print the required version.
var parts = process.versions.node.split(".").map(Number);
// Requirements of Vite and Vitest: even releases, starting with the one that can require() modules.
var fits = (parts[0] === 20 && parts[1] >= 19) || (parts[0] === 22 && parts[1] >= 12) || parts[0] >= 24;
if (!fits) {
  console.error(
    "Environs needs Node 20.19+, 22.12+ or 24+ (not 21 or 23), but this is Node " +
      process.versions.node +
      ". Install one of these versions.",
  );
  process.exit(1);
}
// Removes the script's name, so that the script finds its arguments where it expects them.
require("./load-script.cjs")(process.argv.splice(2, 1)[0]);
