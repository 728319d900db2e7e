/** A patient at a tablet: reads, ticks, signs, declines, leaves; and the messages of the screen. */
import { refOf } from '../../kiosk/app/body.ts';
import { AlreadyEnded } from '../../kiosk/outbox/write-ops.ts';
import { keyOf } from '../../kiosk/session/session.setup.ts';
import type { Ending } from '../../kiosk/session/session.types.ts';
import type { SignerRole } from '../../shared/desk/mappe.ts';
import type { Mark } from '../../shared/papers/signature.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import type { CancelReason } from '../../shared/desk/task.ts';
import { beginBlank, fillBlank, type Hand } from './blank.ts';
import type { Dice } from './dice.ts';
import { note, sleep, wall } from './kernel.ts';
import { Violation, type Oracle } from './oracle.ts';
import type { Page } from './page.ts';
import { PATIENTS } from './practice.ts';

const COMFORT = { language: 'de', textScale: 100 as const, isCalm: false, isPlain: false };
/** A draft that was certainly on the disk when the patient continued to type. */
export interface Typed {
  taskId: string;
  taskRev: number;
  secret: string;
  /** Typed later; the disk may contain this instead. */
  newer?: string;
}

export class Patient {
  readonly page: Page;
  readonly #dice: Dice;
  readonly #oracle: Oracle;
  /** The newest written draft, for the comparison after a crash. */
  typed: Typed | undefined;
  /** A failure shown on the patient's screen. */
  onRefused: (error: unknown) => void = () => undefined;
  constructor(page: Page, dice: Dice, oracle: Oracle) {
    this.page = page;
    this.#dice = dice;
    this.#oracle = oracle;
  }

  #mark(secret: string): Mark {
    const d = this.#dice;
    if (d.chance(0.3)) return { how: 'typed', name: secret };
    const points = Array.from({ length: 4 + d.int(6) }, (_, i) => ({
      x: d.int(800),
      y: d.int(300),
      t: i * 16,
      p: 0.5,
    }));
    return {
      how: 'witnessed',
      witness: secret,
      ink: {
        width: 800,
        height: 300,
        clears: 0,
        undos: 0,
        strokes: [
          {
            pointerType: 'pen',
            points: [{ x: 1, y: 1, t: 0, p: 0.5 }, { x: 60, y: 40, t: 9, p: 0.5 }, ...points],
          },
        ],
      },
    };
  }

  /** Processes one task from its first page to an ending. Returns false if no task was there. */
  async visit(): Promise<boolean> {
    const { page } = this,
      { parts, effects } = page,
      d = this.#dice;
    await page.refresh();
    const body = page.bodies[0];
    if (!body || page.isRevoked) return false;
    // A begun blank form comes before all other tasks, also after a restart.
    if (body.blank) {
      await this.#blank(body);
      return true;
    }
    this.#checkBody(body);
    this.#oracle.offered(page.disk.place, body.taskId, body.taskRev);
    const ref = refOf(body),
      secret = `Geheim${d.hex(8)}`;
    note(`visit ${keyOf(ref).slice(-8)}`);
    this.#oracle.secrets.add(secret);
    page.activity = {
      taskId: ref.taskId,
      taskRev: ref.taskRev,
      screen: 'reading',
      page: 1,
      of: 4,
      silentMs: 0,
      isReading: true,
    };
    try {
      effects.noteStart(ref, 'de');
      await effects.checkPerson(ref, body.patient.geburtsdatum, 0);
      try {
        await effects.openTask(ref, COMFORT);
      } catch (error) {
        this.onRefused(error);
        return true;
      }
      this.#checkResumed(body);
      for (let i = d.int(3); i >= 0; i--) {
        await sleep(d.between(30, 700));
        const at = wall();
        parts.answers.change({
          page: 1 + d.int(4),
          declarations: [{ id: 'd1', value: true, at }],
          stage: 'declarations',
          reading: {
            shownAt: at,
            sections: [{ id: secret, firstSeenAt: at, visibleMs: d.int(9_000) }],
            reachedEnd: true,
            fontScale: 1,
            openedPdf: false,
            languageSwitches: 0,
            unclear: [],
          },
        });
        if (this.typed && this.typed.secret !== secret) this.typed.newer = secret;
        try {
          if (d.chance(0.5)) {
            await parts.drafts.flush();
            this.typed = { taskId: ref.taskId, taskRev: ref.taskRev, secret };
          }
          if (d.chance(0.4)) {
            await parts.drafts.seal(ref.taskId);
            page.loops?.draftSender.wake();
          }
        } catch (error) {
          this.onRefused(error);
        }
      }
      const how = d.unit();
      if (how < 0.18) {
        await this.#leave(body, d.pick(['patient', 'idle', 'staff', 'wrong_person']));
        return true;
      }
      body.signers.forEach((_, i) => parts.answers.sign(i, this.#mark(secret)));
      await this.#end(
        body,
        ref.talk === 'open'
          ? d.pick(['talk_pending', 'question', 'declined'])
          : how < 0.26
            ? d.pick(['declined', 'question'])
            : 'submit',
        secret,
      );
      return true;
    } finally {
      page.activity = undefined;
    }
  }

  /** Staff begins a blank form and a patient fills it in; a form begun before is continued. */
  async blank(): Promise<void> {
    await this.page.refresh();
    if (this.page.isRevoked || !this.page.parts.device.get()) return;
    const body = this.page.bodies.find((b) => b.blank) ?? (await beginBlank(this.#hand()));
    if (body) await this.#blank(body);
  }
  async #blank(body: TaskBody): Promise<void> {
    try {
      await fillBlank(this.#hand(), body);
    } finally {
      this.page.activity = undefined;
    }
  }
  #hand(): Hand {
    return {
      page: this.page,
      dice: this.#dice,
      oracle: this.#oracle,
      onRefused: (error) => this.onRefused(error),
      checkResumed: (body) => this.#checkResumed(body),
      wrote: (secret, taskId) => {
        if (secret !== undefined) this.typed = { taskId, taskRev: 1, secret };
        else if (taskId === '') this.typed = undefined;
        else if (this.typed?.taskId === taskId)
          this.typed.newer = this.page.parts.answers.get()?.draft.reading.sections[0]?.id ?? '';
      },
    };
  }

  /** Works on the first task until its draft is on the disk; returns the typed text. */
  async begin(): Promise<
    { taskId: string; taskRev: number; mappeId: string; secret: string } | undefined
  > {
    const { page } = this,
      { parts, effects } = page,
      secret = `Geheim${this.#dice.hex(8)}`;
    await page.refresh();
    const body = page.bodies.find((b) => !b.blank);
    if (!body || page.bodies.some((b) => b.blank)) return undefined;
    const { taskId, taskRev, mappeId } = body,
      at = wall();
    this.#oracle.offered(page.disk.place, taskId, taskRev);
    this.#oracle.secrets.add(secret);
    try {
      effects.noteStart(refOf(body), 'de');
      await effects.openTask(refOf(body), COMFORT);
      this.#checkResumed(body);
      parts.answers.change({
        page: 2,
        reading: {
          shownAt: at,
          sections: [{ id: secret, firstSeenAt: at, visibleMs: 5 }],
          reachedEnd: true,
          fontScale: 1,
          openedPdf: false,
          languageSwitches: 0,
          unclear: [],
        },
      });
      await parts.drafts.flush();
      this.typed = { taskId, taskRev, secret };
      page.begun = { taskId, taskRev };
      return { taskId, taskRev, mappeId, secret };
    } catch (error) {
      if (error instanceof Violation) throw error;
      this.onRefused(error);
      return undefined;
    }
  }
  /**
   * Signs for one of several signers; the others sign elsewhere. Returns the id of the saved op.
   */
  async part(mappeId: string, role: SignerRole): Promise<string | undefined> {
    const { page } = this,
      { answers } = page.parts,
      secret = `Geheim${this.#dice.hex(8)}`,
      body = page.bodies.find((b) => b.mappeId === mappeId),
      at = wall();
    if (!body) return undefined;
    this.#oracle.secrets.add(secret);
    page.effects.noteStart(refOf(body), 'de');
    try {
      await page.effects.openTask(refOf(body), COMFORT);
    } catch (error) {
      this.onRefused(error);
      return undefined;
    }
    const others = (): number =>
      (answers.get()?.body.signers ?? []).findIndex((s) => s.role !== role);
    for (let n = others(); n >= 0 && (answers.get()?.body.signers.length ?? 0) > 1; n = others())
      answers.later(n);
    const open = answers.get();
    if (open?.body.signers[0]?.role !== role) return undefined;
    answers.change({
      declarations: [{ id: 'd1', value: true, at }],
      reading: {
        shownAt: at,
        sections: [{ id: secret, firstSeenAt: at, visibleMs: 5 }],
        reachedEnd: true,
        fontScale: 1,
        openedPdf: false,
        languageSwitches: 0,
        unclear: [],
      },
    });
    answers.sign(0, this.#mark(secret));
    await this.#end(body, 'submit', secret);
    return open.opId;
  }

  async #end(body: TaskBody, ending: Ending, secret: string): Promise<void> {
    const { page } = this,
      open = page.parts.answers.get();
    if (!open && (page.isRevoked || page.isSealedOff)) return;
    if (!open) throw new Error('the answers are gone');
    const order = { task: refOf(body), ending, comfort: COMFORT };
    const f = {
      opId: open.opId,
      kind: ending === 'submit' ? 'task.submit' : 'task.outcome',
      taskId: body.taskId,
      taskRev: body.taskRev,
      place: page.disk.place,
      device: page.parts.device.get()?.tabletId ?? '',
      secret,
    };
    // The machine lets the patient retry; after repeated failures the patient goes to the desk.
    for (let tries = 0; tries < 4; tries++) {
      try {
        await page.effects.finalize(order);
        if (!page.life.isAlive) return;
        this.typed = undefined;
        this.#oracle.told(f, page.disk);
        if (this.#dice.chance(0.2)) page.effects.noteCopyWish([body.taskId], true);
        return;
      } catch (error) {
        if (error instanceof Violation) throw error;
        if (error instanceof AlreadyEnded) {
          this.typed = undefined;
          return;
        }
        note(`not saved: ${error instanceof Error ? error.message : 'unknown'}`);
        this.onRefused(error);
        await sleep(this.#dice.between(500, 5_000));
      }
    }
  }
  async #leave(body: TaskBody, reason: CancelReason): Promise<void> {
    const { page } = this,
      tasks = page.bodies.filter((b) => b.mappeId === body.mappeId).map(refOf);
    note(`leaves: ${reason}`);
    try {
      await page.effects.abandon({ reason, tasks, current: body.taskId, page: 2 });
      if (!page.life.isAlive) return;
      this.typed = undefined;
      for (const t of tasks) this.#oracle.checkForgotten(page.disk, t.taskId, reason === 'patient');
    } catch (error) {
      if (error instanceof Violation) throw error;
      this.onRefused(error);
    }
  }

  /** [S5] A task shows its own patient only. */
  #checkBody(body: TaskBody): void {
    const p = PATIENTS.find((one) => one.patid === body.patient.patid);
    if (!p || !body.patient.name.includes(p.lastName) || !body.data.includes(p.lastName))
      throw new Violation('S5', `task ${body.taskId.slice(-6)} shows another patient`);
  }
  /** [F1] [S2] After a crash the saved draft is restored. */
  #checkResumed(body: TaskBody): void {
    const t = this.typed;
    if (!t || t.taskId !== body.taskId || t.taskRev !== body.taskRev) return;
    const open = this.page.parts.answers.get();
    if (open?.isDraftLost) return;
    if (!open?.draft.reading.sections.some((s) => s.id === t.secret || s.id === t.newer))
      throw new Violation(
        'F1',
        `draft of ${body.taskId.slice(-6)} was written and is not there after the restart`,
      );
  }
}
