// Runs the way from a table to its file: progress, cancelling, and failures in words.

import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../shared/base/client.ts';
import { sayError, sayProblem } from '../ui/toast.tsx';
import { Cancelled, type Taking } from './fetch-whole.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';

export interface TakingState {
  /** Rows that are ready, and all of them; null while no file is made. */
  progress: { done: number; all: number } | null;
  run: (make: (taking: Taking) => Promise<void>) => Promise<void>;
  cancel: () => void;
}
/** Makes one file at a time; leaving the page cancels it. */
export function useTaking(): TakingState {
  const t = useAnalyticsTexts(),
    stop = useRef<AbortController | null>(null),
    [progress, setProgress] = useState<TakingState['progress']>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (make: (taking: Taking) => Promise<void>): Promise<void> => {
    const own = new AbortController();
    stop.current?.abort();
    stop.current = own;
    const { signal } = own;
    setProgress({ done: 0, all: 0 });
    try {
      await make({
        signal,
        onRows: (done, all) => {
          if (!signal.aborted) setProgress({ done, all });
        },
      });
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) return;
      if (error instanceof CallError) sayError(error);
      else sayProblem(t('take.failed'));
    } finally {
      if (stop.current === own) setProgress(null);
    }
  };
  const cancel = (): void => {
    stop.current?.abort();
    setProgress(null);
  };
  return { progress, run, cancel };
}
