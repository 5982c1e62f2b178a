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
export class UnexpectedResponse extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`the response with status ${status} is not a problem document`);
    this.name = "UnexpectedResponse";
  }
}

/** A problem, with the members of some codes: `seq` with `stale`, `rule` with `illegal-move`. */
export type Problem = components["schemas"]["MoveConflict"];

/** Returns the error for an error response. */
export function errorOf(status: number, body: string): ProblemError | UnexpectedResponse {
  const value = parsed(body);
  return isProblem(value) ? new ProblemError(value) : new UnexpectedResponse(status, body);
}

/** Returns the JSON value, or undefined if the body is not valid JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "status" in value &&
    typeof value.status === "number" &&
    "detail" in value &&
    typeof value.detail === "string"
  );
}
