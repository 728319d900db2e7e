// One submit of a form's button: busy while it lasts, the failure afterwards, and no second one in
// parallel.

import { useRef, useState } from 'react';
import { isGivenUp } from './given-up.ts';

export interface Submit {
  isBusy: boolean;
  /** Error of the last submit; null when it succeeded, was cancelled, or there was none. */
  failed: unknown;
  /**
   * Runs the work unless it is already running. Cancelling the browser's passkey dialog is not a
   * failure.
   * @param onFailed called after `failed` is set, for the focus or the input
   * @returns whether the work was done
   */
  run: (work: () => Promise<unknown>, onFailed?: (error: unknown) => void) => Promise<boolean>;
  /** Clears the last failure, for example when the user types or a required field is empty. */
  clear: () => void;
}

export function useSubmit(): Submit {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  // Two presses may come before the button is rendered as busy.
  const isUnderWay = useRef(false);
  const run: Submit['run'] = async (work, onFailed) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    setFailed(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (isGivenUp(error)) return false;
      setFailed(error);
      onFailed?.(error);
      return false;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failed, run, clear: () => setFailed(null) };
}
