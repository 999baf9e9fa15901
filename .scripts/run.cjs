// Vite requires Node 20.19+ or 22.12+, which can require() ES modules. Vitest excludes Node 21 and
// 23.
var parts = process.versions.node.split(".").map(Number);
var fits = (parts[0] === 20 && parts[1] >= 19) || (parts[0] === 22 && parts[1] >= 12) || parts[0] >= 24;
if (!fits) {
  console.error(
    "Environs needs Node 20.19+, 22.12+ or 24+ (not 21 or 23), but this is Node " +
      process.versions.node +
      ". Install one of these versions.",
  );
  process.exit(1);
}
// Removes the script's name, so that the other arguments have their usual indexes.
require("./load-script.cjs")(process.argv.splice(2, 1)[0]);
