/** Where the JSON files, their schema and their page are. */
export const folder: string;

/** The names of all subjects. */
export function subjects(): string[];

/** The file of a subject, parsed; throws a RangeError if there is none. */
export function load(subject: string): Vectors;

/**
 * Compares a port with every step of a subject, up to the first that differs. Throws if nothing could be compared.
 *
 * Each case starts from a new port. Its methods have the names of the ops and take their arguments in the declared order:
 * numbers, strings, and a bigint where the type is i64 or u64. An array `draws` of [n, value] is emptied before each op
 * and compared after it. A case ends where the port lacks an op.
 */
export function run(subject: string, port: Port): Result;

/** A result in words: the first difference, the steps that agree, what was left out. */
export function describe(result: Result): string;

/** A class, or a function that makes a port; `tables` is empty for most subjects. */
export type Port = (new (tables: Tables) => object) | ((tables: Tables) => object);
export type Tables = Record<string, string[]>;
export type Type = "i32" | "u32" | "i64" | "u64";

export interface Result {
  subject: string;
  /** The steps in the file. */
  steps: number;
  /** The steps that agree; those after a difference are not run. */
  agreed: number;
  /** The steps not compared, by the op that the port lacks. */
  leftOut: Record<string, number>;
  /** The steps that agree of which the draws were not compared. */
  withoutDraws: number;
  /** The first difference; absent if there is none. */
  difference?: Difference;
}

export interface Difference {
  case: string;
  /** The place of the step in its case, from 0. */
  step: number;
  op: string;
  args: Record<string, number | string>;
  part: "draws" | "output";
  expected: string;
  actual: string;
}

/** A file of the pack; pack/README.md describes it. */
export interface Vectors {
  schema: "roguelab-vectors/1";
  subject: string;
  about: string;
  source: { corner: string; draws: string; agreed: string[]; command: string };
  tables: Tables;
  ops: {
    name: string;
    arguments: { name: string; type: Type | "text"; one_of?: string[] }[];
    output: Type | "nothing" | "words" | "words64" | "texts";
    draws: boolean;
    does: string;
  }[];
  cases: {
    name: string;
    steps: {
      op: string;
      args: Record<string, number | string>;
      output: Record<string, number | string | (number | string)[]>;
      draws?: [number, number][];
    }[];
  }[];
}
