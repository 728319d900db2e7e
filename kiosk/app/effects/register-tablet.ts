// Registers this tablet by the code that was typed.

import { ensureDeviceKeys, publicJwks } from '../../outbox/device-keys.ts';
import { openChecks, type Gate } from '../../../shared/desk/tablet.ts';
import type { Send } from '../../session/session.actors.ts';
import { readGate } from '../gate.ts';
import type { EffectDeps } from './effect-deps.ts';

/** Registers the tablet; returns the function that stops it. */
export function registerTablet(deps: EffectDeps, code: string, send: Send): () => void {
  const { parts } = deps,
    { clock, drafts, outbox } = parts;
  const stop = new AbortController();
  let push: Gate['push'] = 'unknown';
  deps.onRegistering();
  const gate = async (): Promise<Gate> => {
    const now = await readGate(push);
    send({ type: 'GATE', gate: now, open: openChecks(now, []) });
    push = 'ok';
    return now;
  };
  const run = async (): Promise<void> => {
    const keys = await ensureDeviceKeys(parts.db);
    const { register } = await import('../../sync/registration.ts');
    const end = await register(
      code,
      {
        call: parts.bare,
        clock,
        setAuth: (change) => parts.auth.set(change),
        keys: () => publicJwks(keys),
        gate,
        userAgent: navigator.userAgent,
        onNumber: (number) => send({ type: 'NUMBER_SHOWN', number }),
      },
      stop.signal,
    );
    if (stop.signal.aborted) return;
    if (end.how !== 'confirmed') {
      send({ type: 'REGISTRATION_FAILED', problem: end.how });
      return;
    }
    const { tabletId, cid, tabletToken, config, exceptions } = end.answer;
    if (parts.device.get()?.tabletId !== tabletId) {
      // Data of an earlier registration cannot be decrypted under this one: drafts are deleted,
      // its sealed queue is kept aside.
      await drafts.shredAll();
      await outbox.rotate();
    }
    await parts.inbox.setConfig(config);
    await parts.device.save({
      tabletId,
      cid,
      tabletToken,
      exceptions,
      registeredAt: clock.now(),
      isReady: false,
      isRevoked: false,
    });
    await deps.onRegistered();
    send({ type: 'CONFIRMED' });
  };
  run().catch(() => {
    if (!stop.signal.aborted) send({ type: 'REGISTRATION_FAILED', problem: 'failed' });
  });
  return () => stop.abort();
}
