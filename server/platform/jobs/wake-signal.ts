// Signal from transactions that enqueued jobs to the runner, which is built after them.

export interface WakeSignal {
  /** Called after a commit that enqueued jobs; without a runner nothing happens. */
  wake(): void;
  onWake(listener: () => void): void;
}

/** Creates a signal that calls its listeners in order. */
export function createWakeSignal(): WakeSignal {
  const listeners: (() => void)[] = [];
  return {
    wake() {
      for (const listener of listeners) listener();
    },
    onWake(listener) {
      listeners.push(listener);
    },
  };
}
