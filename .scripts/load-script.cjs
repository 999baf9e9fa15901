// Apart from run.cjs, because an old Node cannot even read import().
module.exports = (name) => import(`./${name}.mjs`);
