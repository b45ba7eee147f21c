#!/usr/bin/env node
"use strict";

const { resolve } = require("node:path");
const { pathToFileURL } = require("node:url");

const { describe, folder, load, run, subjects } = require("./index.cjs");

const USAGE = `usage: roguelab-vectors list                        the subjects
       roguelab-vectors run SUBJECT MODULE[#EXPORT]  compares the port that MODULE exports, by default or as EXPORT
       roguelab-vectors path                        the folder of the JSON files

exit codes: 0 all steps compared agree; 1 a step differs; 2 nothing could be compared`;

async function main([command, ...rest]) {
  if (command === "list" && rest.length === 0) {
    for (const subject of subjects()) console.log(`${subject.padEnd(14)} ${load(subject).about}`);
    return 0;
  }
  if (command === "path" && rest.length === 0) {
    console.log(folder);
    return 0;
  }
  if (command !== "run" || rest.length !== 2) {
    const isHelp = ["--help", "-h", "help"].includes(command);
    (isHelp ? console.log : console.error)(USAGE);
    return isHelp ? 0 : 2;
  }
  const [subject, module] = rest;
  const [, path, name = "default"] = /^(.*?)(?:#([^#/\\]*))?$/.exec(module);
  const port = (await import(pathToFileURL(resolve(path))))[name];
  if (typeof port !== "function") throw new Error(`${path} has no class or function as its export \`${name}\``);
  const result = run(subject, port);
  console.log(describe(result));
  return result.difference ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error) => {
    console.error(`roguelab-vectors: ${error.message ?? error}`);
    process.exitCode = 2;
  },
);
