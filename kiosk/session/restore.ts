// State of a run that survives a restart, and whether it may be resumed (T3, rule "Saved run" of
// SPEC.md).

import { GUEST_AWAY_MS, HIDDEN_LOCK_MS } from '../../shared/desk/tablet.ts';
import { idleOf, restingContext } from './session.setup.ts';
import {
  MACHINE_VERSION,
  STAGES,
  type Comfort,
  type SavedFit,
  type SavedRun,
  type SessionContext,
  type TabletRules,
} from './session.types.ts';

/** Returns the run to save; `null` where there is nothing to resume. */
export function savedRunOf(c: SessionContext, isInVisit: boolean, now: number): SavedRun | null {
  if (!isInVisit || !c.task || !c.mappeId) return null;
  return {
    machine: MACHINE_VERSION,
    mappeId: c.mappeId,
    taskId: c.task.taskId,
    taskRev: c.task.taskRev,
    stage: c.stage,
    page: c.page,
    signer: c.signer,
    comfort: c.comfort,
    done: c.done,
    isLocked: !c.isPersonKnown,
    at: now,
  };
}

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);
const isCount = (v: unknown): v is number => Number.isInteger(v) && Number(v) >= 0;
const isComfort = (v: unknown): v is Omit<Comfort, 'isPlain'> & Partial<Comfort> =>
  isRecord(v) &&
  typeof v.language === 'string' &&
  [100, 125, 150, 200].includes(Number(v.textScale)) &&
  typeof v.isCalm === 'boolean';

/** Parses a saved run; anything but one of this machine's version counts as none (E1). */
export function readSavedRun(v: unknown): SavedRun | null {
  if (!isRecord(v) || v.machine !== MACHINE_VERSION) return null;
  const { mappeId, taskId, taskRev, page, signer, comfort, done, isLocked, at } = v;
  const stage = STAGES.find((s) => s === v.stage);
  if (
    typeof mappeId !== 'string' ||
    typeof taskId !== 'string' ||
    !isCount(taskRev) ||
    !stage ||
    !isCount(page) ||
    !isCount(signer)
  )
    return null;
  if (
    !isComfort(comfort) ||
    !Array.isArray(done) ||
    !done.every((d) => typeof d === 'string') ||
    typeof isLocked !== 'boolean' ||
    typeof at !== 'number'
  )
    return null;
  return {
    machine: MACHINE_VERSION,
    mappeId,
    taskId,
    taskRev,
    stage,
    page,
    signer,
    comfort: { ...comfort, isPlain: comfort.isPlain === true },
    done,
    isLocked,
    at,
  };
}

/**
 * Evaluates a saved run at `now` (ms): a short gap resumes, a longer one asks for the birth date
 * again, and beyond the idle limit the patient is gone. A clock that jumped back is no proof of a
 * short gap.
 */
export function fitOf(run: SavedRun, rules: TabletRules, now: number): SavedFit {
  const gap = now - run.at;
  // On a private phone the page goes to the background for a call or the camera, and comes back.
  const limit = rules.isGuest
    ? GUEST_AWAY_MS
    : idleOf({
        ...restingContext(rules),
        stage: run.stage,
        comfort: run.comfort,
        isPersonKnown: true,
      });
  if (gap > limit) return 'left';
  return gap < 0 || gap > HIDDEN_LOCK_MS ? 'locked' : 'same';
}
