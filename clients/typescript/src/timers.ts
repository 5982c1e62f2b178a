// Timers that both browsers and Node have.

/** Resolves after so many milliseconds. An abort of the signal rejects it with the signal's reason. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const end = (): void => {
      signal?.removeEventListener("abort", abort);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Calls a function after so many milliseconds without a call of `refresh`. */
export class Watchdog {
  private timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly onTimeout: () => void,
    private readonly milliseconds: number,
  ) {
    this.timer = setTimeout(onTimeout, milliseconds);
  }

  refresh(): void {
    this.stop();
    this.timer = setTimeout(this.onTimeout, this.milliseconds);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
