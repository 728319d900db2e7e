// Checks every two seconds whether a registered tablet is ready for patients.

import { openChecks } from '../../../shared/desk/tablet.ts';
import type { Send } from '../../session/session.actors.ts';
import { readGate } from '../gate.ts';
import type { EffectDeps } from './effect-deps.ts';

const GATE_LOOK_MS = 2_000;

/** Watches the checks of the gate; returns the function that stops it. */
export function watchGate({ parts, onReady }: EffectDeps, send: Send): () => void {
  const { clock, outbox } = parts;
  let isOver = false;
  let cancel: () => void = () => undefined;
  parts.note({
    kind: 'log',
    taskId: '',
    taskRev: 0,
    payload: { code: 'gate_test', at: clock.now() },
  });
  const look = async (): Promise<void> => {
    // One acknowledged op of this tablet proves the round trip to the server.
    const { ackSeen } = await outbox.health();
    const gate = await readGate(ackSeen > 0 ? 'ok' : 'unknown');
    const open = openChecks(gate, parts.device.get()?.exceptions ?? []);
    if (isOver) return;
    if (open.length === 0) {
      await parts.device.change({ isReady: true });
      onReady();
    }
    send({ type: 'GATE', gate, open });
  };
  const loop = (): void => {
    look()
      .catch(() => undefined)
      .finally(() => {
        if (!isOver) cancel = clock.after(GATE_LOOK_MS, loop);
      });
  };
  loop();
  return () => {
    isOver = true;
    cancel();
  };
}
