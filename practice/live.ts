// The staff's live channel: an event stream read by fetch (EventSource cannot send a bearer token),
// monitored for silence, reopened automatically.

import type { BoardEvent } from '../shared/exchange/board.ts';
import { openStream } from './api.ts';
import { createHub, type Hub, type Line, type LiveListener } from './live-tabs.ts';
import { currentAuth, currentSession, onSession } from './session.ts';

export interface LiveDeps extends LiveListener {
  open: (signal: AbortSignal) => Promise<Response>;
}

/** The server sends every 15 s; two missed messages plus a margin mean a dead connection. */
export const SILENCE_MS = 40_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/**
 * Splits event-stream text into events; keeps an unfinished tail for the next chunk (HTML standard,
 * 9.2.6).
 */
export function createEventReader(
  onEvent: (name: string, data: unknown) => void,
): (text: string) => void {
  let rest = '';
  return (text) => {
    rest += text;
    for (;;) {
      const end = /\r?\n\r?\n/.exec(rest);
      if (!end) return;
      const block = rest.slice(0, end.index);
      rest = rest.slice(end.index + end[0].length);
      let name = 'message';
      const data: string[] = [];
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      if (data.length === 0) continue;
      let value: unknown;
      try {
        value = JSON.parse(data.join('\n'));
      } catch {
        value = undefined;
      }
      onEvent(name, value);
    }
  };
}

/** Keeps a connection open until it is stopped. */
export function keepLive(deps: LiveDeps): Line {
  let isOver = false;
  let wait = FIRST_WAIT;
  let current: AbortController | undefined;
  let wake: (() => void) | undefined;

  const once = async (): Promise<void> => {
    const stop = new AbortController();
    current = stop;
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stop.abort(), SILENCE_MS);
    };
    try {
      alive();
      const response = await deps.open(stop.signal);
      const isStream =
        response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!response.ok || !response.body || !isStream) return;
      wait = FIRST_WAIT;
      deps.onState(true);
      const read = createEventReader(deps.onEvent);
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        alive();
        read(decoder.decode(value, { stream: true }));
      }
    } catch {
      // A broken connection is the normal case here; the loop opens the next one.
    } finally {
      clearTimeout(watchdog);
      stop.abort();
    }
  };

  const loop = async (): Promise<void> => {
    while (!isOver) {
      await once();
      if (isOver) return;
      deps.onState(false);
      const pause = wait * (0.5 + Math.random() / 2);
      wait = Math.min(LONGEST_WAIT, wait * 2);
      await new Promise<void>((resolve) => {
        const t = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(t);
          resolve();
        };
      });
    }
  };
  const hurry = (): void => {
    wait = FIRST_WAIT;
    wake?.();
  };
  const onSight = (): void => {
    if (document.visibilityState !== 'hidden') hurry();
  };
  const cut = (): void => current?.abort();
  addEventListener('online', hurry);
  addEventListener('offline', cut);
  document.addEventListener('visibilitychange', onSight);
  void loop();
  return {
    hurry,
    again: () => {
      cut();
      hurry();
    },
    stop: () => {
      isOver = true;
      cut();
      wake?.();
      removeEventListener('online', hurry);
      removeEventListener('offline', cut);
      document.removeEventListener('visibilitychange', onSight);
    },
  };
}

/** The board's channel. */
const openBoardStream = (signal: AbortSignal): Promise<Response> =>
  openStream('/tablet/live', signal);

/**
 * Identity of the listener: the user, the practice and their grant; undefined where no user is
 * signed in.
 */
function nameOfSession(): string | undefined {
  const { status, user, acting } = currentSession(),
    { cid, r4chost, r4cUuid } = currentAuth();
  return status === 'in' && user
    ? ['molar.live', user.id, cid, r4chost, r4cUuid, acting?.id]
        .map((part) => encodeURIComponent(part ?? ''))
        .join('/')
    : undefined;
}

let hub: Hub | undefined;
function theHub(): Hub {
  if (hub) return hub;
  // A page without TLS has no locks, nor has an old browser.
  const locks: LockManager | undefined = navigator.locks,
    isKnown = typeof BroadcastChannel === 'function';
  const made = createHub(
    {
      connect: (listener) => keepLive({ open: openBoardStream, ...listener }),
      locks,
      channel: isKnown ? (name) => new BroadcastChannel(name) : undefined,
      isSeen: () => document.visibilityState !== 'hidden',
    },
    nameOfSession,
  );
  onSession(made.check);
  hub = made;
  return made;
}

/** Name of the events about open drafts: they change no data of a screen. */
const EDITING = 'editing';

/**
 * Subscribes to changes of the practice's data; all listeners of all tabs of this user share one
 * connection.
 * @returns the unsubscribe function
 */
export const followLive = ({ onEvent, onState }: LiveListener): (() => void) =>
  theHub().follow({
    onState,
    onEvent: (name, data) => {
      if (name !== EDITING) onEvent(name, data);
    },
  });

/** Subscribes to who has drafts open. @returns the unsubscribe function */
export const followEditing = ({
  onEditing,
  onState,
}: Pick<LiveListener, 'onState'> & {
  onEditing: (event: Extract<BoardEvent, { kind: 'editing' }>) => void;
}): (() => void) =>
  theHub().follow({
    onState,
    onEvent: (name, data) => {
      if (name === EDITING) onEditing(data as Parameters<typeof onEditing>[0]);
    },
  });
