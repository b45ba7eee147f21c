import { pathToFileURL } from "node:url";
import { describe, load, run, subjects } from "roguelab-vectors";

const { SUBJECTS } = await import(pathToFileURL(`${process.env.CONSUMERS}/subjects.mjs`));

// These ports take their arguments by name.
function named(subject, tables) {
  const port = new SUBJECTS[subject](tables);
  const ops = load(subject).ops.map(({ name, arguments: declared }) => {
    const method = (...args) => port[name](Object.fromEntries(declared.map((argument, i) => [argument.name, args[i]])));
    return [name, method];
  });
  return { ...Object.fromEntries(ops), draws: port.draws };
}

for (const subject of subjects().filter((subject) => subject in SUBJECTS)) {
  const result = run(subject, (tables) => named(subject, tables));
  const isWhole = result.difference === undefined && result.agreed === result.steps && result.withoutDraws === 0;
  console.log(isWhole ? `${subject} ${result.agreed}` : describe(result));
}
