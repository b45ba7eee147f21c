import vectors from "./index.cjs";

export const { describe, folder, load, run, subjects } = vectors;
