/**
 * Actions of the desk: sends, moves, withdraws, restarts, talks, revokes tablets and registers them
 * again.
 */
import { createCode } from '../../server/desk/tablet/create-code.ts';
import { revokeTablet } from '../../server/desk/tablet/manage-tablet.ts';
import { confirmRegistration } from '../../server/desk/tablet/register-tablet.ts';
import { cancelTask, confirmTalk, withdrawMappe } from '../../server/desk/task/change-task.ts';
import { composeMappe } from '../../server/desk/task/compose-mappe.ts';
import { markPrepared } from '../../server/desk/task/mark-prepared.ts';
import { moveMappe, restartMappe } from '../../server/desk/task/place-mappe.ts';
import { tabletSide } from '../../server/desk/sync/feed.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Standing } from '../../shared/desk/mappe-family.ts';
import type { Dice } from './dice.ts';
import { as, Died, note, sleep } from './kernel.ts';
import { DENTIST, type Machine } from './machine.ts';
import type { Page } from './page.ts';
import { PATIENTS, R4C } from './practice.ts';

/**
 * Runs one action; returns whether it succeeded, and notes a refusal. A server that dies meanwhile
 * gives no result; the desk retries automatically.
 */
export async function attempt(name: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await Promise.race([
      work,
      sleep(10_000).then(() => {
        throw new Error('no answer');
      }),
    ]);
    note(`desk ${name}`);
    return true;
  } catch (error) {
    note(
      `desk ${name}: ${error instanceof AppError ? error.code : error instanceof Error ? error.message : 'failed'}`,
    );
    return false;
  }
}
const PDF = {
  presentedPdfSha256: 'b'.repeat(64),
  presentedBytes: 1000,
  boxes: null,
  renderer: null,
};

/** Composes a Mappe and prepares its papers. */
export async function sendMappe(
  m: Machine,
  dice: Dice,
  tabletId: string | null,
  templates: readonly string[],
  patid: string,
  signers?: readonly Standing[],
): Promise<boolean> {
  const p = PATIENTS.find((one) => one.patid === patid) ?? PATIENTS[0];
  return attempt(
    'sends',
    m.desk(async (w, r) => {
      const { mappeId } = await composeMappe(w, r.taskLinks, {
        patids: [p.patid],
        tabletId,
        language: 'de',
        textScale: 100,
        identifiedBy: 'bekannt',
        signers: signers
          ? [...signers]
          : [{ role: 'patient', name: `${p.firstName} ${p.lastName}` }],
        items: templates.map((template) => ({ template })),
      });
      for (const { task_id: id } of r.db.list<{ task_id: string }>(
        'select task_id from task where mappe_id = ?',
        mappeId,
      )) {
        await markPrepared(w, tabletSide, id, { ...PDF, presentedPdfSha256: dice.hex(32) });
      }
    }),
  );
}
const some = <T>(m: Machine, dice: Dice, text: string): T | undefined => {
  const all = m.rows<T>(text);
  return all.length === 0 ? undefined : dice.pick(all);
};

/**
 * Runs one random action of the desk and returns its name, which the run's table of faults counts.
 */
export async function act(m: Machine, dice: Dice, tablets: readonly string[]): Promise<string> {
  const mappe = some<{ id: string }>(m, dice, 'select id from mappe'),
    kind = dice.pick(['move', 'withdraw', 'restart', 'cancel', 'talk', 'send'] as const),
    target = dice.pick(tablets);
  if (!mappe) return '';
  switch (kind) {
    case 'move':
      await attempt(
        kind,
        m.desk((w) => moveMappe(w, tabletSide, mappe.id, target)),
      );
      break;
    case 'withdraw':
      await attempt(
        kind,
        m.desk((w) => withdrawMappe(w, tabletSide, mappe.id)),
      );
      break;
    case 'restart':
      await attempt(
        kind,
        m.desk((w) => restartMappe(w, tabletSide, mappe.id)),
      );
      break;
    case 'cancel': {
      const task = some<{ id: string }>(m, dice, 'select task_id as id from task');
      if (task)
        await attempt(
          kind,
          m.desk((w) => cancelTask(w, tabletSide, task.id)),
        );
      break;
    }
    case 'talk': {
      const task = some<{ id: string }>(
        m,
        dice,
        "select task_id as id from task where state in ('talk_pending', 'question')",
      );
      if (task)
        await attempt(
          kind,
          m.desk((w) => confirmTalk(w, tabletSide, task.id, undefined), DENTIST),
        );
      break;
    }
    case 'send':
      await sendMappe(
        m,
        dice,
        target,
        [dice.pick(['foto@1', 'extraktion@1'])],
        dice.pick(PATIENTS).patid,
      );
      break;
  }
  return kind;
}

export const revoke = (m: Machine, tabletId: string): Promise<boolean> =>
  attempt(
    'revoke',
    m.desk((w, r) =>
      revokeTablet(w, r.links, tabletId).then(() => {
        r.bus.dropTablet(tabletId);
      }),
    ),
  );

/**
 * Registers a tablet completely: code, number, confirmation. Returns true once the page has a new
 * id.
 */
export async function register(
  m: Machine,
  page: Page,
  replaces: string | undefined,
): Promise<boolean> {
  const made: { code?: string } = {};
  if (
    !(await attempt(
      'code',
      m.desk(async (w) => {
        made.code = (await createCode(w, { r4cUuid: R4C })).code;
      }),
    )) ||
    made.code === undefined
  )
    return false;
  const before = page.parts.device.get()?.tabletId,
    state: { end: string } = { end: '' };
  const { code } = made;
  // The page's own work: its loops die and sleep with it, and use the tablet's network.
  const inPage = <T>(work: () => T): Promise<T | undefined> =>
    as(page.life, async () => work()).catch((error: unknown) => {
      if (error instanceof Died) return undefined;
      throw error;
    });
  const stop = await inPage(() =>
    page.effects.register(code, (e) => {
      if (e.type === 'CONFIRMED') state.end = 'confirmed';
      if (e.type === 'REGISTRATION_FAILED') state.end = e.problem;
    }),
  );
  for (let i = 0; i < 30 && state.end === ''; i++) {
    await sleep(3_000);
    const pending = m.rows<{ id: string; number: string }>(
      "select id, number from tablet_pending where state = 'waiting'",
    )[0];
    if (pending)
      await attempt(
        'confirm',
        m.desk((w, r) =>
          confirmRegistration(w, r.links, pending.id, {
            number: pending.number,
            name: page.disk.place,
            posture: 'hand',
            exceptions: [
              { check: 'lock', reason: 'haengt an der Wand' },
              { check: 'storage', reason: 'haengt an der Wand' },
            ],
            ...(replaces !== undefined && { replaces }),
          } as never),
        ),
      );
  }
  await inPage(() => stop?.());
  note(`registration: ${state.end || 'gave up'}`);
  return state.end === 'confirmed' && page.parts.device.get()?.tabletId !== before;
}
