// Separate from run.cjs, because an old Node fails to parse import().
module.exports = (name) => import(`./${name}.mjs`);
