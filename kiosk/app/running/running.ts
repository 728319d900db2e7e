// Shared context of the parts of a running tablet: its state, machine, screens' state and events.

import type { ConfigBody, TaskBody } from '../../../shared/exchange/sync.ts';
import type { Session } from '../../session/session.actors.ts';
import type { TabletRules } from '../../session/session.types.ts';
import { refOf } from '../body.ts';
import type { Device } from '../device.ts';
import { screenLanguage } from '../i18n.ts';
import type { Life } from '../life.ts';
import type { RunningLoops } from '../loops/loops.ts';
import type { Parts } from '../parts.ts';
import type { Updater } from '../update.ts';
import type { ViewStore } from './view.ts';

export interface Running {
  readonly parts: Parts;
  readonly view: ViewStore;
  readonly updater: Updater;
  readonly actor: Session;
  readonly life: Life;
  /** The server's clock minus the tablet's, ms. */
  offset: number;
  /** Tasks of the inbox. */
  bodies: TaskBody[];
  /** Null until they are loaded. */
  loops: RunningLoops | null;
  isStopped: boolean;
  isGuest(): boolean;
  /** Reads inbox and settings again and passes them to the machine. */
  refresh(): Promise<void>;
  onTrouble(error: unknown): void;
  onQueued(): void;
  onRevoked(): void;
}

/** Before registration there is no practice: the browser's language applies (U6). */
const unregisteredRules = (): TabletRules => ({
  idleSeconds: 120,
  posture: 'hand',
  language: screenLanguage(null, null),
});
/**
 * Returns the rules of the machine from the settings of the practice; a private phone has the
 * language of the device it took over from.
 */
export const rulesOf = (c: ConfigBody | null, device: Device | null): TabletRules =>
  c
    ? {
        idleSeconds: c.idleSeconds,
        posture: c.posture,
        language: device?.language ?? c.language,
        isGuest: device?.isGuest === true,
      }
    : unregisteredRules();

/** Reads inbox and settings again and passes them to the machine. */
export async function refreshInbox(run: Running): Promise<void> {
  const { parts, view } = run;
  const [next, config] = [await parts.inbox.read(), await parts.inbox.config()];
  run.bodies = next.filter((b) => !parts.endedHere.has(`${b.taskId}:${b.taskRev}`));
  if (config && JSON.stringify(config) !== JSON.stringify(view.get().config)) {
    view.show({ config });
    run.actor.send({ type: 'RULES', rules: rulesOf(config, parts.device.get()) });
    run.loops?.blanks.wake();
  }
  run.actor.send({ type: 'INBOX', queue: run.bodies.map(refOf) });
}
