import type { components } from "./api.js";

/** The stable codes of refusals. */
export type ProblemCode = components["schemas"]["ProblemCode"];

/** What the server refused: decide by `code`, which never changes its meaning. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;

  /** @param problem all that the server said, with the members that only some codes have */
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "ProblemError";
    this.code = problem.code;
    this.status = problem.status;
  }
}

/** An answer that is no problem of the server's, such as a proxy's page. */
export class UnexpectedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`an answer with status ${status} that is no problem document`);
    this.name = "UnexpectedAnswer";
  }
}

/** A problem, with what some codes add: `seq` with `stale`, `rule` with `illegal-move`. */
export type Problem = components["schemas"]["Problem"] & {
  seq?: number | null;
  rule?: string | null;
  index?: number | null;
};

/** What a refusal is as an error. */
export function errorOf(status: number, body: string): ProblemError | UnexpectedAnswer {
  const told = parsed(body);
  return isProblem(told) ? new ProblemError(told) : new UnexpectedAnswer(status, body);
}

/** JSON, or undefined where it is none. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isProblem(told: unknown): told is Problem {
  return (
    typeof told === "object" &&
    told !== null &&
    "code" in told &&
    typeof told.code === "string" &&
    "status" in told &&
    typeof told.status === "number" &&
    "detail" in told &&
    typeof told.detail === "string"
  );
}
