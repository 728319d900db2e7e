/**
 * Blank form at a tablet: started by a PIN checked locally, filled in, submitted, abandoned or
 * withdrawn; and the tray that must contain it once.
 */
import { createHash } from 'node:crypto';
import { blankBody } from '../../kiosk/app/effects/blank.ts';
import { refOf } from '../../kiosk/app/body.ts';
import { responseIn } from '../../kiosk/app/effects/response.ts';
import { createBlanks } from '../../kiosk/outbox/blanks.ts';
import { AlreadyEnded } from '../../kiosk/outbox/write-ops.ts';
import type { BlankRef } from '../../shared/forms/task/blank.ts';
import type { PinCheck } from '../../shared/exchange/pin-check.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState, placeOf, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import type { CancelReason } from '../../shared/desk/task.ts';
import type { Dice } from './dice.ts';
import { note, sleep, wall } from './kernel.ts';
import { Violation, type Oracle } from './oracle.ts';
import type { Page } from './page.ts';

const PIN = '736251',
  WRONG = '736252';
/** Check value of that PIN with fewer rounds: full key stretching would be too slow for a story. */
export const PIN_CHECK: PinCheck = { salt: 'AAAAAAAAAAAAAAAAAAAAAA==', rounds: 10, mark: 2468 };
const FORM: Questionnaire = {
  resourceType: 'Questionnaire',
  language: 'de',
  status: 'active',
  url: 'urn:molar:questionnaire:bogen',
  version: '1',
  title: 'Bogen',
  item: [
    { linkId: 'wo', type: 'string', text: 'Wo tut es weh?' },
    { linkId: 'seit', type: 'string', text: 'Seit wann?' },
  ],
};
/** The one blank form of the practice, and the data of it that a tablet keeps. */
export const TEXT = JSON.stringify(FORM);
export const REF: BlankRef = {
  key: 'bogen@1',
  url: 'urn:molar:questionnaire:bogen',
  version: '1',
  sha256: 'b'.repeat(64),
  languages: ['de'],
  title: { de: 'Bogen' },
  textSha256: createHash('sha256').update(TEXT).digest('hex'),
  chars: TEXT.length,
};
const COMFORT = { language: 'de', textScale: 100 as const, isCalm: false, isPlain: false };

export interface Hand {
  page: Page;
  dice: Dice;
  oracle: Oracle;
  /** Sets the draft that is certainly on the disk, or clears it where none may remain. */
  wrote(secret: string | undefined, taskId: string): void;
  checkResumed(body: TaskBody): void;
  onRefused(error: unknown): void;
}

/**
 * Begins a blank form offline, as staff does at the tablet. Returns undefined if it is not allowed
 * or fails.
 */
export async function beginBlank({
  page,
  dice,
  oracle,
  onRefused,
}: Hand): Promise<TaskBody | undefined> {
  const { inbox, random } = page.parts,
    config = await inbox.config();
  if (
    !config ||
    page.isRevoked ||
    page.isSealedOff ||
    page.trouble !== null ||
    (await inbox.leaseLeft()) <= 0
  )
    return undefined;
  const isWrong = dice.chance(0.2),
    name = `Kanari${dice.hex(6)}`;
  try {
    const text = await createBlanks(page.parts.db).text(REF);
    // A newly registered tablet has not fetched the forms yet.
    if (text === undefined) return undefined;
    const said = await page.effects.checkPin(isWrong ? WRONG : PIN);
    note(`pin ${isWrong ? 'mistyped' : 'typed'}: ${said}`);
    if (isWrong && said === 'right') throw new Violation('pin', 'a wrong PIN opens the menu');
    if (said !== 'right') return undefined;
    oracle.secrets.add(name);
    const body = await blankBody(
      {
        form: REF,
        language: 'de',
        person: { firstName: 'Olga', lastName: name, geburtsdatum: '1991-04-07' },
      },
      text,
      { taskId: random.id(), mappeId: random.id(), now: wall(), praxis: config.praxis },
    );
    await inbox.putOwn(body);
    await page.refresh();
    note(`blank ${body.taskId.slice(-6)} begun`);
    return body;
  } catch (error) {
    if (error instanceof Violation) throw error;
    // After its lease a page cannot begin a form: the disk is not at fault.
    if (!(error instanceof Error && error.message === 'the lease is over')) onRefused(error);
    return undefined;
  }
}

/** Continues a blank form to its end: submitted, abandoned or withdrawn by the patient. */
export async function fillBlank(hand: Hand, body: TaskBody): Promise<void> {
  const { page, dice, oracle } = hand,
    { parts, effects } = page,
    ref = refOf(body),
    secret = `Geheim${dice.hex(8)}`;
  oracle.offered(page.disk.place, body.taskId, body.taskRev);
  oracle.secrets.add(secret);
  page.activity = {
    taskId: ref.taskId,
    taskRev: ref.taskRev,
    screen: 'filling',
    page: 1,
    of: 2,
    silentMs: 0,
    isReading: false,
    isBlank: true,
  };
  try {
    await effects.openTask(ref, COMFORT);
  } catch (error) {
    hand.onRefused(error);
    return;
  }
  hand.checkResumed(body);
  const model = modelOf(FORM),
    node = model.byLinkId.get('wo')!;
  let state = newState(model);
  for (let i = dice.int(3); i >= 0; i--) {
    await sleep(dice.between(30, 900));
    const at = wall();
    state = setAnswers(parts.answers.get()?.draft.form?.state ?? state, placeOf(node, []), [
      { valueString: secret },
    ]);
    parts.answers.change({
      page: 1,
      form: { state, confirmed: [] },
      reading: {
        shownAt: at,
        sections: [{ id: secret, firstSeenAt: at, visibleMs: 1 }],
        reachedEnd: true,
        fontScale: 1,
        openedPdf: false,
        languageSwitches: 0,
        unclear: [],
      },
    });
    hand.wrote(undefined, body.taskId);
    try {
      if (dice.chance(0.6)) {
        await parts.drafts.flush();
        hand.wrote(secret, body.taskId);
      }
    } catch (error) {
      hand.onRefused(error);
    }
  }
  if (dice.chance(0.3))
    await leave(
      hand,
      body,
      secret,
      dice.pick(['patient', 'idle', 'staff', 'wrong_person', 'battery']),
    );
  else await handIn(hand, body, secret, state);
}

const finalOf = ({ page }: Hand, body: TaskBody, opId: string, secret: string) => ({
  opId,
  kind: 'blank.answers',
  taskId: body.taskId,
  taskRev: body.taskRev,
  place: page.disk.place,
  device: page.parts.device.get()?.tabletId ?? '',
  secret,
});

async function handIn(
  hand: Hand,
  body: TaskBody,
  secret: string,
  state: ReturnType<typeof newState>,
): Promise<void> {
  const { page, dice, oracle } = hand,
    { parts, effects } = page,
    open = parts.answers.get();
  if (!open && (page.isRevoked || page.isSealedOff)) return;
  if (!open) throw new Error('the answers are gone');
  const f = finalOf(hand, body, open.opId, secret);
  parts.answers.respond(
    responseIn(open, {
      model: modelOf(FORM),
      state,
      status: 'completed',
      opId: open.opId,
      language: 'de',
      now: wall(),
    }),
  );
  for (let tries = 0; tries < 4; tries++) {
    try {
      await effects.finalize({ task: refOf(body), ending: 'submit', comfort: COMFORT });
      if (!page.life.isAlive) return;
      hand.wrote(undefined, '');
      oracle.told(f, page.disk);
      return;
    } catch (error) {
      if (error instanceof Violation) throw error;
      if (error instanceof AlreadyEnded) {
        hand.wrote(undefined, '');
        return;
      }
      note(`not saved: ${error instanceof Error ? error.message : 'unknown'}`);
      hand.onRefused(error);
      await sleep(dice.between(500, 5_000));
    }
  }
}

async function leave(
  hand: Hand,
  body: TaskBody,
  secret: string,
  reason: CancelReason,
): Promise<void> {
  const { page, oracle } = hand,
    ref = refOf(body),
    open = page.parts.answers.get();
  if (!open) return;
  const f = finalOf(hand, body, open.opId, secret);
  note(`leaves the blank form: ${reason}`);
  try {
    await page.effects.abandon({ reason, tasks: [ref], current: body.taskId, page: 1 });
    if (!page.life.isAlive) return;
    hand.wrote(undefined, '');
    // The screen shows no confirmation, but the answers must arrive: the oracle counts it like any
    // other ending.
    if (reason === 'patient') oracle.checkForgotten(page.disk, body.taskId, true);
    else oracle.told(f, page.disk);
  } catch (error) {
    if (error instanceof Violation) throw error;
    hand.onRefused(error);
  }
}

/**
 * [S1] [S3] Checks the tray: it contains every accepted set of answers once, under the tablet's own
 * id, with the person's words.
 */
export function proveTray(
  oracle: Oracle,
  tray: readonly { id: string; response: string | null }[],
  taken: number,
): void {
  const sets = new Map(tray.map((one) => [one.id, one.response ?? '']));
  if (sets.size !== tray.length || taken !== tray.length)
    throw new Violation('S3', `${tray.length} sets wait in the tray, taken in ${taken} times`);
  const applied = oracle.rows().filter((r) => r.kind === 'blank.answers' && r.result === 'applied');
  for (const r of applied) {
    const words = sets.get(r.taskId),
      f = oracle.finals.get(r.id);
    if (words === undefined)
      throw new Violation(
        'S1',
        `answers of the blank form ${r.taskId.slice(-6)} were accepted and are not in the tray`,
      );
    if (f && !f.isDamaged && !words.includes(f.secret))
      throw new Violation(
        'S1',
        `the tray holds something else for ${r.taskId.slice(-6)} than was given`,
      );
  }
  for (const id of sets.keys())
    if (!applied.some((r) => r.taskId === id))
      throw new Violation('S3', `the tray holds a set ${id.slice(-6)} that was never accepted`);
}
