// Parts of the board as the page shows them, computed once for each answer and minute.

import { useMemo } from 'react';
import { berlinTime } from '../../../../shared/base/dates.ts';
import type { Board } from '../../../../shared/exchange/board.ts';
import { stateOfTablet } from './state.ts';
import { narrowColumns, type BoardFilter } from './board-filter.ts';
import { alarmsOf, columnsOf, freeTablets, openTasksOf, splitAppointments } from '../board-view.ts';

/**
 * Returns what the page shows of the board: people by column, all and as narrowed, free and silent tablets, open papers.
 */
export function useBoardParts(
  board: Board | undefined,
  now: number,
  { behandler, zimmer }: BoardFilter,
) {
  const columns = useMemo(() => (board ? columnsOf(board, now) : undefined), [board, now]);
  const shown = useMemo(
    () => columns && narrowColumns(columns, { behandler, zimmer }),
    [columns, behandler, zimmer],
  );
  const free = useMemo(() => (board ? freeTablets(board, now) : []), [board, now]);
  const silent = useMemo(
    () =>
      board?.tablets.filter(
        (tablet) =>
          tablet.revokedAt === null &&
          !tablet.isGuest &&
          stateOfTablet(tablet, null, now).key === 'unreached',
      ) ?? [],
    [board, now],
  );
  const open = useMemo(() => (board ? openTasksOf(board, now) : []), [board, now]);
  const appointments = useMemo(
    () => splitAppointments(shown?.expected ?? [], berlinTime(now)),
    [shown, now],
  );
  const alarms = useMemo(() => (columns ? alarmsOf(columns) : undefined), [columns]);
  return { columns, shown, free, silent, open, appointments, alarms };
}

/** The parts of a board. */
export type BoardParts = ReturnType<typeof useBoardParts>;
