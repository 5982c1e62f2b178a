import type { components } from "./api.js";

/** The stable codes of problems. */
export type ProblemCode = components["schemas"]["ProblemCode"];

/** The server rejected the request. Decide by `code`, which never changes its meaning. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;

  /** @param problem the problem document, with the members that only some codes have */
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "ProblemError";
    this.code = problem.code;
    this.status = problem.status;
  }
}

/** An error response that is not a problem document, such as a proxy's page. */
export class UnexpectedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`the response with status ${status} is not a problem document`);
    this.name = "UnexpectedAnswer";
  }
}

/** A problem, with the members of some codes: `seq` with `stale`, `rule` with `illegal-move`. */
export type Problem = components["schemas"]["Problem"] & {
  seq?: number | null;
  rule?: string | null;
  index?: number | null;
};

/** Returns the error for an error response. */
export function errorOf(status: number, body: string): ProblemError | UnexpectedAnswer {
  const told = parsed(body);
  return isProblem(told) ? new ProblemError(told) : new UnexpectedAnswer(status, body);
}

/** Returns the JSON value, or undefined if the body is not valid JSON. */
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
