// Runs before `npm start`, `npm test` and `npm run mocks`: installs the dependencies if they are missing or don't
// match package-lock.json. Old Node versions can parse this file, so that they get a message.
var fs = require("fs");
var spawnSync = require("child_process").spawnSync;

var node = process.versions.node.split(".").map(Number);
if (!((node[0] === 20 && node[1] >= 19) || (node[0] === 22 && node[1] >= 12) || node[0] >= 24)) {
  console.error(
    "Environs needs Node 20.19+, 22.12+ or 24+ (not 21 or 23), but this is Node " +
      process.versions.node +
      ". Install one of these versions.",
  );
  process.exit(1);
}

function readPackages(path) {
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, "utf8")).packages : {};
}

var wanted = readPackages("package-lock.json");
var installed = readPackages("node_modules/.package-lock.json");
// Which optional packages are installed depends on the machine.
var isInstalled = Object.keys(wanted).every(function (path) {
  var one = wanted[path];
  var isOptional = one.optional || one.devOptional || one.peer;
  return path === "" || isOptional || (installed[path] || {}).version === one.version;
});

if (!isInstalled) {
  console.log("Installing the dependencies …");
  var options = { stdio: ["ignore", "inherit", "inherit"], shell: true };
  process.exitCode = spawnSync("npm ci --include=dev", options).status;
}
