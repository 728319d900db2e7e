// Keeps the run of a patient: saved with every step, its page sealed for the server.

import { GUEST_LOCK_MS } from '../../../shared/desk/tablet.ts';
import { savedRunOf } from '../../session/restore.ts';
import { activityOf, isInVisit, mayReload, type Snapshot } from '../../session/screen.ts';
import { placeOf } from '../effects/answers.ts';
import { isHidden } from '../life.ts';
import type { Running } from './running.ts';

const SAVE_EVERY_MS = 5_000;
/** Also between two pages: a dead battery loses no more than this. */
const SEAL_EVERY_MS = 10_000;
export interface RunKeeper {
  /** Saves the current run. */
  keep(): void;
  /** Seals the open page for the server. */
  sealPage(): void;
  /** Follows a step of the machine. */
  follow(snapshot: Snapshot): void;
  /** Saves every few seconds; returns the function that stops it. */
  start(): () => void;
}

/** Creates the keeper of the run. */
export function createRunKeeper(run: Running): RunKeeper {
  const { parts, updater, onTrouble } = run;
  const { clock } = parts;
  // The run is saved with every step and every few seconds, so that the length of an outage is
  // known.
  let keptAt = '',
    keptTime = 0;
  const keep = (): void => {
    const saved = savedRunOf(
      run.actor.getSnapshot().context,
      isInVisit(run.actor.getSnapshot()),
      clock.now(),
    );
    if (!saved) {
      keptAt = '';
      return;
    }
    keptAt = JSON.stringify({ ...saved, at: 0 });
    keptTime = clock.mono();
    parts.activeTask
      .store({ id: saved.mappeId, task: { taskId: saved.taskId, task: saved } })
      .catch(() => undefined);
  };
  const sealPage = (): void => {
    const open = parts.answers.get();
    // The server knows no task of a blank form: it gets what leaving the form would submit.
    if (open)
      (open.body.blank ? run.loops?.sealBlank(open.ref) : parts.drafts.seal(open.body.taskId))
        ?.then(() => run.loops?.draftSender.wake())
        .catch(onTrouble);
  };
  let before: { place: string; screen: string } = { place: '', screen: '' };
  const follow = (s: Snapshot): void => {
    updater.setRest(mayReload(s));
    const c = s.context;
    if (isInVisit(s)) {
      const saved = savedRunOf(c, true, 0);
      if (JSON.stringify(saved) !== keptAt || clock.mono() - keptTime > SAVE_EVERY_MS) keep();
    }
    // The page and the comfort are part of it: another device opens the form as it was left.
    const place = `${c.task?.taskId}|${c.stage}|${c.page}|${c.signer}|${JSON.stringify(c.comfort)}`;
    if (place !== before.place && parts.answers.get()?.body.taskId === c.task?.taskId) {
      parts.answers.change({
        ...placeOf(c.stage, c.page, c.signer),
        language: c.comfort.language,
        textScale: c.comfort.textScale,
        isCalm: c.comfort.isCalm,
        isPlain: c.comfort.isPlain,
      });
      sealPage();
    }
    const screen = activityOf(s, 0);
    const told = `${screen?.taskId}|${screen?.screen}|${screen?.page}`;
    if (told !== before.screen) run.loops?.heartbeat.beat();
    before = { place, screen: told };
  };
  let sealedTime = 0;
  const tick = (): void => {
    if (isHidden() || !isInVisit(run.actor.getSnapshot())) return;
    keep();
    if (run.isGuest() && run.life.silentMs() > GUEST_LOCK_MS)
      run.actor.send({ type: 'HIDDEN_TOO_LONG' });
    if (clock.mono() - sealedTime > SEAL_EVERY_MS) {
      sealedTime = clock.mono();
      sealPage();
    }
  };
  return {
    keep,
    sealPage,
    follow,
    start() {
      const keeping = setInterval(tick, SAVE_EVERY_MS);
      return () => clearInterval(keeping);
    },
  };
}
