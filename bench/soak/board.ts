/**
 * Headless reception board: listens, refetches as the app does, and notes every alarm staff would
 * see.
 */
import { readEvents } from '../../kiosk/sync/events.ts';
import { silenceOf, type Board } from '../../shared/exchange/board.ts';
import { missingOf } from '../../practice/desk/board/view/ledger.ts';
import type { Desk } from '../kit/desk.ts';

/** As in the app: changes are debounced to one request; without events it polls. */
const GATHER_MS = 200,
  SAFETY_MS = 30_000;
const AGAIN_MS = 1000;

/** Alarms staff would see without cause: nothing in this bench may raise one. */
function alarmsOf(board: Board): string[] {
  const now = board.at;
  const tablets = board.tablets.flatMap((t) => {
    const colour = silenceOf(t, now);
    return [
      ...(colour === 'neutral' ? [] : [`${t.name}: ${colour}`]),
      ...(t.lostSubmissions === null ? [] : [`${t.name}: lost ${t.lostSubmissions}`]),
      ...(t.quarantined === 0 ? [] : [`${t.name}: quarantine`]),
    ];
  });
  const tasks = board.mappen.flatMap((m) =>
    m.tasks.flatMap((t) => {
      const missing = missingOf(
        t,
        m,
        board.tablets.find((one) => one.tabletId === m.tabletId) ?? null,
        now,
      );
      return [
        ...(t.attention === undefined && t.state !== 'needs_attention'
          ? []
          : [`${t.taskId}: ${t.attention ?? t.state}`]),
        ...(missing?.isUnheard === true ? [`${t.taskId}: unheard, ${missing.missing}`] : []),
      ];
    }),
  );
  return [...tablets, ...tasks];
}

export interface BoardWatch {
  /** Response times since the last call, ms, and every alarm so far. */
  take(): { ms: number[]; alarms: string[] };
  stop(): void;
}

/**
 * Opens the board.
 * @param open signs in again: a bearer token lasts fifteen minutes, and the server may have been
 * down
 */
export function watchBoard(open: () => Promise<Desk>, isUnderWatch: () => boolean): BoardWatch {
  const over = new AbortController();
  const alarms = new Set<string>();
  let ms: number[] = [];
  let gather: NodeJS.Timeout | undefined;

  const look = async (desk: Desk): Promise<void> => {
    const began = performance.now();
    const board = await desk.call<Board>('/tablet/board');
    ms.push(performance.now() - began);
    if (isUnderWatch()) for (const alarm of alarmsOf(board)) alarms.add(alarm);
  };
  const listen = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const own = new AbortController();
      const cut = (): void => {
        own.abort();
      };
      over.signal.addEventListener('abort', cut);
      let safety: NodeJS.Timeout | undefined;
      try {
        const desk = await open();
        const ask = (): void => {
          gather ??= setTimeout(() => {
            gather = undefined;
            look(desk).catch(cut);
          }, GATHER_MS);
        };
        safety = setInterval(ask, SAFETY_MS);
        await readEvents(await desk.live(own.signal), own.signal, {
          onBytes: () => undefined,
          onEvent: ask,
        });
      } catch {
        // The server is down; the next round retries.
      } finally {
        clearInterval(safety);
        clearTimeout(gather);
        gather = undefined;
        over.signal.removeEventListener('abort', cut);
      }
      if (!over.signal.aborted) await new Promise((r) => setTimeout(r, AGAIN_MS));
    }
  };
  void listen();
  return {
    take() {
      const taken = { ms, alarms: [...alarms] };
      ms = [];
      return taken;
    },
    stop() {
      over.abort();
    },
  };
}
