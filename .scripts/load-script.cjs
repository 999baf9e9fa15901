// Separate from run.cjs, because old Node versions can't parse import().
module.exports = (name) => import(`./${name}.mjs`);
