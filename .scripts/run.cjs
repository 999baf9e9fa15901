// Entry point of every script. Plain old JavaScript, so that an old Node can run it and print the required version.
var parts = process.versions.node.split(".").map(Number);
// Vite and Vitest require even releases, starting with the first release that can require() ES modules.
var fits = (parts[0] === 20 && parts[1] >= 19) || (parts[0] === 22 && parts[1] >= 12) || parts[0] >= 24;
if (!fits) {
  console.error(
    "Environs needs Node 20.19+, 22.12+ or 24+ (not 21 or 23), but this is Node " +
      process.versions.node +
      ". Install one of these versions.",
  );
  process.exit(1);
}
// Remove the script's name from the arguments, so that each argument is where the script expects it.
require("./load-script.cjs")(process.argv.splice(2, 1)[0]);
