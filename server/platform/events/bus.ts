// Live listeners of this process: staff of a practice and tablets; a fan-out that never waits for a
// listener.

import type { EventSink } from '../http/route.ts';
import type { DomainEvent } from '../work.ts';

/** A stream barely outlives its bearer token: the listener reconnects and authenticates again. */
const LIFE_MS = 15 * 60_000;

interface Listener {
  sink: EventSink;
  end: () => void;
}

export interface Bus {
  /** Notifies the listeners of a practice; called after the commit, never inside a transaction. */
  publish(cid: string, event: DomainEvent): void;
  /** Serves one staff stream until it closes or expires. */
  staff(cid: string, sink: EventSink): Promise<void>;
  /**
   * Serves the single stream of a tablet; an older one of the same tablet ends. `seq` is its newest
   * feed row.
   */
  tablet(tabletId: string, seq: number, sink: EventSink): Promise<void>;
  /** Returns true while a tablet has an open stream. */
  isListening(tabletId: string): boolean;
  /** Ends the stream of a revoked tablet at once. */
  dropTablet(tabletId: string): void;
  /**
   * Ends every open stream, spread over `overMs`: its client comes back and looks at everything,
   * because events may be missing.
   */
  refresh(overMs: number): void;
  /** Returns the number of open streams. */
  readonly size: number;
  /**
   * Ends every stream at server shutdown, and each later one at once. Spread over `overMs`, so that
   * clients do not all return to the next server at the same moment.
   */
  close(overMs?: number): Promise<void>;
}

/** Ends these streams evenly over the time, ms. */
async function endSpread(all: readonly Listener[], overMs: number): Promise<void> {
  const until = performance.now() + overMs;
  for (const [i, l] of all.entries()) {
    const left = until - performance.now();
    if (left > 0) await new Promise((next) => setTimeout(next, left / (all.length - i)).unref());
    l.end();
  }
}

/**
 * Creates the event bus. The sink queues at most 64 events, keeps the newest of a kind and
 * disconnects a client that does not read (reference: Hono's hanging writeSSE).
 */
export function createBus(lifeMs: number = LIFE_MS): Bus {
  const staff = new Map<string, Set<Listener>>();
  const tablets = new Map<string, Listener>();
  let isClosed = false;
  const everyone = (): Listener[] => [
    ...tablets.values(),
    ...[...staff.values()].flatMap((all) => [...all]),
  ];

  const serve = async (
    sink: EventSink,
    enter: (l: Listener) => void,
    leave: (l: Listener) => void,
  ): Promise<void> => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const listener: Listener = { sink, end };
    enter(listener);
    if (isClosed) end();
    const timer = setTimeout(end, lifeMs);
    timer.unref();
    try {
      await Promise.race([ended, sink.closed]);
    } finally {
      clearTimeout(timer);
      leave(listener);
    }
  };
  const tell = (l: Listener, event: string, data: unknown, id?: string): void => {
    if (!l.sink.send(event, data, id)) l.end();
  };

  return {
    publish(cid, e) {
      if (e.to === 'staff') {
        for (const l of staff.get(cid) ?? []) tell(l, e.event.kind, e.event);
        return;
      }
      const l = tablets.get(e.tabletId);
      if (!l) return;
      if (e.event.kind === 'poke')
        tell(l, 'poke', { seq: e.event.seq, ...e.event.inline }, String(e.event.seq));
      else tell(l, 'help', { answered: true });
    },
    staff: (cid, sink) =>
      serve(
        sink,
        (l) => {
          const all = staff.get(cid) ?? new Set<Listener>();
          staff.set(cid, all.add(l));
          // Events missed without a connection are caught up by one refresh.
          tell(l, 'changed', { kind: 'changed' });
        },
        (l) => {
          const all = staff.get(cid);
          if (all?.delete(l) && all.size === 0) staff.delete(cid);
        },
      ),
    tablet: (tabletId, seq, sink) =>
      serve(
        sink,
        (l) => {
          tablets.get(tabletId)?.end();
          tablets.set(tabletId, l);
          tell(l, 'poke', { seq }, String(seq));
        },
        (l) => {
          if (tablets.get(tabletId) === l) tablets.delete(tabletId);
        },
      ),
    isListening: (tabletId) => tablets.has(tabletId),
    dropTablet(tabletId) {
      tablets.get(tabletId)?.end();
    },
    get size() {
      return tablets.size + [...staff.values()].reduce((n, all) => n + all.size, 0);
    },
    refresh(overMs) {
      void endSpread(everyone(), overMs);
    },
    async close(overMs = 0) {
      if (overMs > 0) {
        const over = new Promise((next) => setTimeout(next, overMs));
        await endSpread(everyone(), overMs);
        await over;
      }
      isClosed = true;
      for (const l of everyone()) l.end();
    },
  };
}
