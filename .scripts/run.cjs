// The door to every script: plain old JavaScript, so that an old Node can read it and say what it needs.
var parts = process.versions.node.split(".").map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error(
    "Environs needs Node 20.19 or newer, and this is Node " +
      process.versions.node +
      ": please install a newer one.",
  );
  process.exit(1);
}
// The script finds its own arguments where a program started directly would.
require("./load.cjs")(process.argv.splice(2, 1)[0]);
