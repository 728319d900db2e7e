// „Da“: marks an arrival; the remaining row offers the undo.

import { noteArrival, useAct } from './board-actions.ts';
import { useBoardTexts } from './board-texts.ts';

export function useArrival(): {
  isBusy: boolean;
  arrive: (patid: string, name: string) => void;
  takeBack: (patid: string) => void;
} {
  const t = useBoardTexts(),
    { isBusy, run } = useAct();
  return {
    isBusy,
    arrive: (patid, name) => void run(() => noteArrival(patid, true), t('act.thereDone', { name })),
    takeBack: (patid) => void run(() => noteArrival(patid, false)),
  };
}
