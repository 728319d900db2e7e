// Deferred effects, fetched right after the first screen: starting a task waits for them, and
// nothing of a task is lost without them.

import type { SessionEffects } from '../../session/session.actors.ts';

/** Loads effects lazily at their first use; a failed load is retried at the next one. */
export function deferEffects(
  load: () => Promise<SessionEffects>,
): SessionEffects & { preload(): void } {
  let loading: Promise<SessionEffects> | null = null;
  const ready = (): Promise<SessionEffects> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const later = (work: (e: SessionEffects) => void): void => {
    ready()
      .then(work)
      .catch(() => undefined);
  };
  /** Starts when loaded, unless stopped before. */
  const startable = (start: (e: SessionEffects) => () => void): (() => void) => {
    let stop: (() => void) | null = null,
      isOver = false;
    later((e) => {
      if (!isOver) stop = start(e);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  };
  return {
    preload: () => later(() => undefined),
    register: (code, send) => startable((e) => e.register(code, send)),
    watchGate: (send) => startable((e) => e.watchGate(send)),
    checkPerson: async (...a) => (await ready()).checkPerson(...a),
    openTask: async (...a) => (await ready()).openTask(...a),
    finalize: async (...a) => (await ready()).finalize(...a),
    abandon: async (...a) => (await ready()).abandon(...a),
    dropTask: async (...a) => (await ready()).dropTask(...a),
    sealOff: async (...a) => (await ready()).sealOff(...a),
    callHelp: async (...a) => (await ready()).callHelp(...a),
    checkPin: async (...a) => (await ready()).checkPin(...a),
    noteStart: (...a) => later((e) => e.noteStart(...a)),
    noteCopyWish: (...a) => later((e) => e.noteCopyWish(...a)),
    forget: () => later((e) => e.forget()),
  };
}
