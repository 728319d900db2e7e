// One press of a form's button: busy while it lasts, what went wrong afterwards, and no second one beside it.

import { useRef, useState } from 'react';
import { isGivenUp } from '../../passkeys.ts';

export interface Submit {
  isBusy: boolean;
  /** What the last press failed with; null when it went well, was given up, or there was none. */
  failed: unknown;
  /**
   * Does the work unless one is under way. Whoever closes the browser's own question for a passkey has failed at nothing.
   * @param onFailed after `failed` is set, for the focus or for what was typed
   * @returns whether the work was done
   */
  run: (work: () => Promise<unknown>, onFailed?: (error: unknown) => void) => Promise<boolean>;
  /** Takes the last failure away, as when somebody types on or what was asked for is missing. */
  clear: () => void;
}

export function useSubmit(): Submit {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  // Two presses may come before the button is drawn as busy.
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
