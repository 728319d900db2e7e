/** World of one seed: its server, network, tablets and record, and the actions on them. */
import { Dice } from './dice.ts';
import { Disk, forgetDisks } from './disk.ts';
import type { Answered } from './front.ts';
import { wire } from './globals.ts';
import { as, Died, note, sleep, time } from './kernel.ts';
import { Machine } from './machine.ts';
import { Network } from './network.ts';
import { drawOptions, type Options } from './options.ts';
import { Oracle, Violation } from './oracle.ts';
import { openPage, type Page } from './page.ts';
import { Patient, type Typed } from './patient.ts';
import { sqlPlan } from './sqlite.ts';
import { MOST_TABLETS, type Template } from './template.ts';

/**
 * Maximum requests of one path in a minute; a drain of hundreds of ops and a patient's pages stay
 * far below.
 */
const MOST_A_MINUTE = 150;

/** One tablet with its disk and the pages that are open on it. */
export interface Tablet {
  disk: Disk;
  pages: Page[];
  id: string;
  visiting: Promise<void> | undefined;
  typed: Typed | undefined;
  skew: number;
  serial: number;
  isTroubled: boolean;
  isOpening: boolean;
  /** A private phone that took a Mappe over. */
  isPhone: boolean;
  /** Its storage is being repaired; nothing else may open it. */
  isAway: boolean;
  asleepUntil: number;
}

export class World {
  readonly options: Options;
  readonly dice: Dice;
  /** Dice for additional actions of phones, so that older stories of them stay unchanged. */
  readonly phoneDice: Dice;
  readonly machine: Machine;
  readonly network: Network;
  readonly oracle: Oracle;
  readonly tablets: Tablet[] = [];
  readonly template: Template;
  readonly faults: Record<string, number> = {};
  /** The first broken rule; it ends the story. */
  failure: Error | undefined;
  /** Papers with two signers who both saw the confirmation. */
  readonly signed: { mappeId: string; opIds: readonly [string, string] }[] = [];
  /** Another database answers: our rows cannot be queried. */
  isForeign = false;
  /** Until this moment no user looks after a device. */
  nightUntil = 0;
  /** Files are being replaced: nothing else may start the server. */
  isRestoring = false;
  constructor(seed: number, template: Template, folder: string) {
    this.options = drawOptions(seed);
    this.dice = new Dice(seed, 2);
    this.phoneDice = new Dice(seed, 7);
    this.template = template;
    this.machine = new Machine(folder, template.keys, new Dice(seed, 3));
    this.network = new Network(this.machine, new Dice(seed, 4));
    this.oracle = new Oracle(
      this.machine,
      () => this.tablets.map((t) => t.disk),
      () => this.tablets.flatMap((t) => t.pages.flatMap((p) => p.parts.carried.ids())),
    );
    this.network.onFault = (kind) => this.count(kind);
    this.network.onAnswer = (place, path, a, frame) =>
      this.guard(() => {
        if (this.isForeign) return;
        this.oracle.heard(path, a, frame);
        if (path === '/tablet/sync/v1/pull' && a.status === 200) this.checkPull(place, a);
      });
    this.network.onRequest = (place, path) => this.guard(() => this.calm(place, path));
    this.network.onInternal = (error) => this.fail(error);
    sqlPlan.onFault = (kind) => this.count(kind);
    sqlPlan.fault = undefined;
    wire.fetch = this.network.fetch;
    forgetDisks();
  }
  readonly #asked = new Map<string, number[]>();
  /** Clients do not flood a failing server: the pauses grow, whatever fails. */
  calm(place: string, path: string): void {
    // A request without a tablet's page would bypass its network, sleep and death: a bug of the
    // model.
    if (place === '') throw new Violation('model', `${path} is asked by no tablet`);
    const key = `${place} ${path}`,
      recent = (this.#asked.get(key) ?? []).filter((at) => time() - at < 60_000);
    recent.push(time());
    this.#asked.set(key, recent);
    if (recent.length > MOST_A_MINUTE)
      throw new Violation('calm', `${place} asks ${path} ${recent.length} times a minute`);
  }
  /** [S5] The server sends a task only to the tablet that it is assigned to. */
  checkPull(place: string, a: Answered): void {
    const tablet = this.tablets.find((t) => t.disk.place === place),
      { items } = a.json as { items: { op: string; taskId?: string }[] };
    for (const item of items) {
      if (item.op !== 'put' || item.taskId === undefined) continue;
      const [at] = this.machine.rows<{ id: string | null }>(
        'select m.tablet_id as id from task t join mappe m on m.id = t.mappe_id where t.task_id = ?',
        item.taskId,
      );
      if (at && tablet && at.id !== tablet.id)
        throw new Violation(
          'S5',
          `task ${item.taskId.slice(-6)} is announced to ${place}, which does not have it`,
        );
    }
  }
  count(kind: string): void {
    this.faults[kind] = (this.faults[kind] ?? 0) + 1;
  }
  guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }
  fail(error: unknown): void {
    if (!(error instanceof Died))
      this.failure ??= error instanceof Error ? error : new Error(String(error));
  }

  async begin(): Promise<void> {
    const start = this.options.isFresh ? this.template.fresh : this.template.met;
    this.machine.lay(start.files);
    await this.machine.start();
    this.network.rates = this.options.rates;
    for (let i = 0; i < this.options.tablets; i++) {
      await this.openPage(
        this.addTablet(
          new Disk(`t${i}`, start.disks[i]),
          this.template.tablets[i]!.id,
          this.options.skews[i],
        ),
      );
    }
  }
  addTablet(disk: Disk, id: string, skew = 0): Tablet {
    const tablet: Tablet = {
      disk,
      pages: [],
      id,
      visiting: undefined,
      typed: undefined,
      skew,
      serial: 0,
      isTroubled: false,
      isOpening: false,
      isAway: false,
      asleepUntil: 0,
      isPhone: false,
    };
    // The page that is being opened is in no list yet.
    disk.onKill = (l) => {
      if (!tablet.pages.some((p) => p.life === l)) disk.kill(l, false);
      this.killPages(tablet, false);
    };
    disk.onFault = (kind) => {
      this.count(kind);
      if (kind !== 'kill' && kind !== 'killAfterCommit') tablet.isTroubled = true;
    };
    this.tablets.push(tablet);
    return tablet;
  }
  /** Returns the tablet of the practice that has no Mappe yet, switched on. */
  async freeTablet(): Promise<Tablet | undefined> {
    const at = MOST_TABLETS - 1,
      place = `t${at}`,
      there = this.tablets.find((t) => t.disk.place === place);
    if (there) return there;
    const start = this.options.isFresh ? this.template.fresh : this.template.met,
      t = this.addTablet(new Disk(place, start.disks[at]), this.template.tablets[at]!.id);
    await this.openPage(t);
    return t;
  }
  /**
   * Runs work of a page directly; returns undefined if the page's death or its disk prevents it.
   */
  async inPage<T>(page: Page, work: () => Promise<T>, t: Tablet): Promise<T | undefined> {
    try {
      return await as(page.life, work);
    } catch (error) {
      if (
        error instanceof Violation ||
        !(error instanceof Died || t.isTroubled || this.faults.lineDown)
      )
        this.fail(error);
      note(`not done: ${error instanceof Error ? error.message : ''}`);
      return undefined;
    }
  }
  /** Checks whether the server assigns this task in this revision to that device. */
  isHeldBy({ taskId, taskRev }: { taskId: string; taskRev: number }, tabletId: string): boolean {
    return (
      this.machine.rows(
        'select 1 from task t join mappe m on m.id = t.mappe_id where t.task_id = ? and t.task_rev = ? and m.tablet_id = ?',
        taskId,
        taskRev,
        tabletId,
      ).length > 0
    );
  }

  /** Loads the page; a failed opening is retried, as staff would. */
  async openPage(t: Tablet): Promise<Page | undefined> {
    if (t.isOpening) return undefined;
    t.isOpening = true;
    try {
      for (let tries = 0; tries < 4; tries++) {
        await this.#morning();
        try {
          const page = await openPage(t.disk, new Dice(this.dice.bits(), 5), t.skew, ++t.serial);
          t.pages.push(page);
          // After its lease a page deletes its data: at once at its start, later while it waits.
          page.onSealedOff = page.onDropped = () => {
            t.typed = undefined;
          };
          if (page.isSealedOff) t.typed = undefined;
          return page;
        } catch (error) {
          if (!(error instanceof Died) && !t.isTroubled && t.disk.openFails.left === 0) {
            this.fail(error);
            return undefined;
          }
          note(`page does not open: ${error instanceof Error ? error.message : ''}`);
          await sleep(this.dice.between(500, 3_000));
        }
      }
      return undefined;
    } finally {
      t.isOpening = false;
    }
  }
  killPages(t: Tablet, isPowerCut: boolean): void {
    for (const p of t.pages.splice(0)) t.disk.kill(p.life, isPowerCut);
    note(`${t.disk.place} killed${isPowerCut ? ' by power' : ''}`);
  }
  /** Kills the page and reloads it after a while. */
  async restartPage(t: Tablet, isPowerCut: boolean): Promise<void> {
    this.killPages(t, isPowerCut);
    await sleep(this.dice.between(200, 4_000));
    if (t.pages.length === 0 && !t.isAway) await this.openPage(t);
  }
  /** At night no page is loaded and no server started. */
  #morning(): Promise<void> {
    return sleep(Math.max(0, this.nightUntil - time()));
  }
  async restartServer(): Promise<void> {
    await this.#morning();
    await sleep(this.dice.between(300, 6_000));
    await this.#morning();
    if (!this.machine.running) {
      await this.machine.start();
      this.guard(() => this.check());
    }
  }
  check(): void {
    if (!this.isForeign) this.oracle.check();
  }

  /** Starts a patient's visit, unless one is running. */
  visit(t: Tablet): void {
    this.#sit(t, (patient) => patient.visit());
  }
  /** The same, and waits until the patient has gone. */
  async attend(t: Tablet): Promise<void> {
    this.visit(t);
    await t.visiting;
  }
  /** Staff starts a blank form on it. */
  blank(t: Tablet): void {
    this.#sit(t, (patient) => patient.blank());
  }
  #sit(t: Tablet, act: (patient: Patient) => Promise<unknown>): void {
    const page = t.pages[0];
    if (!page || t.visiting) return;
    const patient = this.patientAt(t, page);
    t.visiting = as(page.life, () => act(patient))
      .then(
        () => undefined,
        (error: unknown) => this.fail(error),
      )
      .then(() => {
        t.typed = patient.typed;
        t.visiting = undefined;
      });
  }
  patientAt(t: Tablet, page: Page): Patient {
    const patient = new Patient(page, new Dice(this.dice.bits(), 6), this.oracle);
    patient.typed = t.typed;
    patient.onRefused = (error) => {
      // On a disk without a fault an error is a violation.
      if (!t.isTroubled)
        this.fail(
          new Violation(
            'F16',
            `a healthy disk refused: ${error instanceof Error ? `${error.name} ${error.message}` : 'unknown'}`,
          ),
        );
    };
    return patient;
  }
  /** Waits until `is` is true; false on timeout after `ms`. */
  async until(is: () => boolean, ms: number): Promise<boolean> {
    for (const end = time() + ms; time() <= end;) {
      if (this.failure) throw this.failure;
      if (is()) return true;
      await sleep(1_000);
    }
    return is();
  }
}
