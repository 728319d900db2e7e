// Places where open calls for help are shown.

import type { Board } from '../../../../shared/exchange/board.ts';
import { type BoardCall, isOver } from './state.ts';

export interface BoardCalls {
  ofMappe: ReadonlyMap<string, BoardCall>;
  ofTablet: ReadonlyMap<string, BoardCall>;
}

/**
 * Returns the place where each call for help is shown: at the Mappe in which it was made, wherever
 * that is open; at the tablet itself if there was no Mappe, or it has ended. The newest call of a
 * place counts.
 */
export function callsOf(board: Pick<Board, 'tablets' | 'mappen'>): BoardCalls {
  const ofMappe = new Map<string, BoardCall>(),
    ofTablet = new Map<string, BoardCall>(),
    open = new Set(board.mappen.filter((one) => !isOver(one)).map((one) => one.mappeId));
  for (const { tabletId, calls } of board.tablets.filter((one) => one.revokedAt === null)) {
    for (const call of calls) {
      const isOfMappe = call.mappeId !== null && open.has(call.mappeId),
        at = isOfMappe ? ofMappe : ofTablet,
        key = isOfMappe ? (call.mappeId ?? '') : tabletId;
      if ((at.get(key)?.at ?? 0) <= call.at) at.set(key, { ...call, tabletId });
    }
  }
  return { ofMappe, ofTablet };
}
