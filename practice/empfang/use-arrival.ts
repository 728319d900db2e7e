// „Da“: notes that somebody came, and takes it back within ten seconds or by the menu of the row.

import { sayWithUndo } from '../ui/toast.tsx';
import { noteArrival, useAct } from './board-actions.ts';
import { useEmpfangTexts } from './empfang-texts.ts';

const UNDO_MS = 10_000;

export function useArrival(): { isBusy: boolean; arrive: (patid: string, name: string) => void; takeBack: (patid: string) => void } {
  const t = useEmpfangTexts(), { isBusy, run } = useAct();
  const takeBack = (patid: string): Promise<boolean> => run(() => noteArrival(patid, false));
  return {
    isBusy,
    arrive: (patid, name) => void run(() => noteArrival(patid, true)).then((isNoted) => {
      if (isNoted) sayWithUndo(t('act.thereDone', { name }), Date.now() + UNDO_MS, async () => { if (!(await takeBack(patid))) throw new Error('not taken back'); });
    }),
    takeBack: (patid) => void takeBack(patid),
  };
}
