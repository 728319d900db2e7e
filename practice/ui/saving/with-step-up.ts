// Runs an action that may need the password first: tried at once, and retried when the step-up
// dialog has been answered.

import { useRef, useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';

interface Waiting {
  work: () => Promise<void>;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Wraps work in a step-up. `run` resolves when the work is done, also when the dialog was
 * cancelled; it throws errors of the work.
 */
export function useWithStepUp(): {
  isAsked: boolean;
  run: (work: () => Promise<void>) => Promise<void>;
  confirmed: () => Promise<void>;
  cancel: () => void;
} {
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<Waiting | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'step_up')) throw error;
      await new Promise<void>((done, failed) => {
        waiting.current = { work, done, failed };
        setAsked(true);
      });
    }
  };
  const confirmed = async (): Promise<void> => {
    const one = waiting.current;
    waiting.current = null;
    setAsked(false);
    // The caller shows the error: the form is still open.
    if (one) await one.work().then(one.done, one.failed);
  };
  const cancel = (): void => {
    waiting.current?.done();
    waiting.current = null;
    setAsked(false);
  };
  return { isAsked, run, confirmed, cancel };
}
