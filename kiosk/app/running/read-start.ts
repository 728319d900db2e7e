// Reads what a tablet had when its page ended: registration, settings, tasks, the saved run.

import type { ConfigBody } from '../../../shared/exchange/sync.ts';
import { fitOf, readSavedRun } from '../../session/restore.ts';
import type { SavedRun, SessionEvent } from '../../session/session.types.ts';
import { refOf } from '../body.ts';
import type { Device } from '../device.ts';
import { rulesOf, type Running } from './running.ts';

interface Start {
  device: Device | null;
  config: ConfigBody | null;
  /** Ms until the lease ends. */
  leaseLeft: number;
  /** The saved run, where its task is still in the inbox. */
  saved: SavedRun | null;
}

/** Reads the local database; deletes drafts that this tablet may not have any more. */
export async function readStart(run: Running): Promise<Start> {
  const { parts } = run;
  const device = await parts.device.load();
  const config = await parts.inbox.config();
  const leaseLeft = device ? await parts.inbox.leaseLeft() : 0;
  if (device && !device.isRevoked && leaseLeft > 0) run.bodies = await parts.inbox.read();
  const entry = device ? await parts.activeTask.load() : null;
  const saved = readSavedRun(entry?.task.task);
  const isLive =
    saved !== null &&
    run.bodies.some((b) => b.taskId === saved.taskId && b.taskRev === saved.taskRev);
  await (device && !device.isRevoked && leaseLeft > 0
    ? parts.drafts.tidy()
    : parts.drafts.shredAll());
  return { device, config, leaseLeft, saved: isLive ? saved : null };
}

/** Returns the first event of the machine. */
export const bootedEvent = (
  run: Running,
  { device, config, leaseLeft, saved }: Start,
): SessionEvent => ({
  type: 'BOOTED',
  isRegistered: device !== null,
  isRevoked: device?.isRevoked ?? false,
  isLeaseOver: device !== null && device.isReady && leaseLeft <= 0,
  open: device && !device.isReady ? ['push'] : [],
  queue: run.bodies.map(refOf),
  saved,
  fit: saved && fitOf(saved, rulesOf(config, device), run.parts.clock.now()),
});
