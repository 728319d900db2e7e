// Checks every stored file, a part per call, until all are done or the user stops it.

import { useEffect, useRef, useState } from 'react';
import type { BucketChecked } from '../../../shared/records/files.schema.ts';
import { callR4c } from '../../api.ts';

export interface CheckState {
  isBusy: boolean;
  checked: number;
  faults: BucketChecked['faults'];
  isDone: boolean;
  failed: unknown;
}
const IDLE: CheckState = { isBusy: false, checked: 0, faults: [], isDone: false, failed: null };

export function useCheck(): { state: CheckState; start: () => void; stop: () => void } {
  const [state, setState] = useState(IDLE),
    round = useRef(0);
  const stop = (): void => {
    round.current += 1;
    setState((old) => ({ ...old, isBusy: false }));
  };
  // Leaving the page stops it.
  useEffect(
    () => () => {
      round.current += 1;
    },
    [],
  );
  const start = (): void => {
    round.current += 1;
    const mine = round.current;
    void (async () => {
      let now: CheckState = { ...IDLE, isBusy: true },
        after: string | null = null;
      setState(now);
      try {
        do {
          const part: BucketChecked = await callR4c<BucketChecked>(
            '/admin/bucket/check',
            after === null ? {} : { after },
          );
          if (round.current !== mine) return;
          after = part.next;
          now = {
            ...now,
            checked: now.checked + part.checked,
            faults: [...now.faults, ...part.faults],
            isDone: after === null,
            isBusy: after !== null,
          };
          setState(now);
        } while (after !== null);
      } catch (failed) {
        if (round.current === mine) setState({ ...now, isBusy: false, failed });
      }
    })();
  };
  return { state, start, stop };
}
