// Acts that a key triggers on the focused row of a list. A key that finds nothing says why: it would
// seem broken otherwise.

import { useUiTexts } from '../ErrorNotice.tsx';
import { pressForKey } from '../hotkeys.ts';
import { say, undoLast } from '../toast.tsx';
import { focusedRow } from './row-keys.ts';

/** Acts for keys; each returns true, since the key is used up. */
export interface RowActs {
  /** Presses the first of these parts that the focused row has. */
  press: (...parts: readonly string[]) => true;
  /** Takes back the last action, as long as its message is shown. */
  undo: () => true;
  /** Says that an entry has to be chosen first. */
  sayNoRow: () => true;
}

export function useRowActs(): RowActs {
  const t = useUiTexts();
  const sayNoRow = (): true => {
    say(t('keys.noRow'));
    return true;
  };
  return {
    press(...parts) {
      const row = focusedRow();
      if (row === null) return sayNoRow();
      const part = parts
        .flatMap((one) => row.querySelector<HTMLElement>(one) ?? [])
        .find((one) => !one.matches(':disabled'));
      if (part) pressForKey(part);
      else say(t('keys.noPart'));
      return true;
    },
    undo() {
      if (!undoLast()) say(t('keys.noUndo'));
      return true;
    },
    sayNoRow,
  };
}
