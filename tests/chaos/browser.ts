/**
 * Real tablets in Chromium: killed while saving a signature, out of disk space, with evicted
 * storage, damaged rows and wrong clocks; a signature arrives once, is still there, or is reported.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../../shared/exchange/board.ts';
import { findChromium } from '../../scripts/machine.mjs';
import { Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';
import {
  connect,
  cutOff,
  envelopes,
  isFiled,
  stateOf,
  toThePad,
  type Stage,
} from './browser-stage.ts';
import { dice, pause, until } from './dice.ts';
import { expectThat, type Lab, type Tally } from './lab.ts';
import { startProxy } from './proxy.ts';

/** Content of the tablet's own database for a task. */
const heldOf = (tablet: TabletPage, taskId: string): Promise<{ submitted: number; open: number }> =>
  tablet.page.evaluate(
    (id) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('molar-tablet');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const db = opening.result,
            reading = db.transaction(['outbox', 'inbox'], 'readonly'),
            ops = reading.objectStore('outbox').getAll(),
            tasks = reading.objectStore('inbox').getAllKeys();
          reading.addEventListener('complete', () => {
            db.close();
            resolve({
              submitted: (ops.result as { taskId: string; kind: string }[]).filter(
                (op) => op.taskId === id && op.kind === 'task.submit',
              ).length,
              open: tasks.result.filter((key) => key === id).length,
            });
          });
        });
      }),
    taskId,
  );

/**
 * The battery dies around the moment of signing: afterwards either the signature or the draft
 * exists, never both or neither.
 */
async function killedWhileSigning(stage: Stage): Promise<void> {
  const { story, proxy, tablet, d, tally, where } = stage,
    run = await toThePad(stage),
    isOffline = d.chance(0.6);
  if (isOffline) cutOff(proxy);
  const pressed = tablet.press('Unterschrift abgeben').catch(() => undefined);
  await pause(d.chance(0.3) ? 3000 : d.between(0, 900));
  const isThanked = await tablet
    .thanks()
    .isVisible()
    .catch(() => false);
  await tablet.kill();
  await pressed;
  cutOff(proxy);
  await tablet.start();
  await until(async () => (await tablet.page.locator('h1').count()) > 0, 20_000, 100);
  const held = await heldOf(tablet, run.taskId),
    state = await stateOf(stage, run),
    hasArrived = ['submitted', 'sealed', 'filed'].includes(state);
  expectThat(
    tally,
    held.submitted + held.open === 1 || (hasArrived && held.open === 0),
    `${where}: one of signature (${held.submitted}) and task (${held.open}) is on the tablet; the server says ${state}`,
  );
  if (isThanked)
    expectThat(
      tally,
      held.submitted === 1 || hasArrived,
      `${where}: thanked, so the signature is safe`,
    );
  await connect(stage);
  if (held.submitted === 1 || hasArrived) {
    expectThat(
      tally,
      await isFiled(stage, run),
      `${where}: the signature arrives and is filed (${await stateOf(stage, run)})`,
    );
    expectThat(tally, envelopes(stage, run.taskId) === 1, `${where}: signed once`);
    tally.acked += 1;
  } else {
    await story.calls.call(`/tablet/mappen/${run.mappeId}/withdraw`, {});
    expectThat(tally, envelopes(stage, run.taskId) === 0, `${where}: nothing was signed`);
  }
}

/** Disk full: the patient sees a message, loses nothing, and signs when there is space again. */
async function outOfRoom(stage: Stage): Promise<void> {
  const { tablet, tally, where } = stage,
    run = await toThePad(stage),
    session = await tablet.context.newCDPSession(tablet.page),
    origin = new URL(tablet.page.url()).origin;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 0 });
  await tablet.press('Unterschrift abgeben');
  const isTold = await until(
    async () =>
      (await tablet.heading(/nicht geklappt|nichts gespeichert/).isVisible()) ||
      (await tablet.thanks().isVisible()),
    20_000,
    100,
  );
  const isThanked = await tablet.thanks().isVisible();
  expectThat(tally, isTold, `${where}: a message is shown`);
  // A browser may still grant a small write; then the saved message must be true.
  if (!isThanked)
    expectThat(
      tally,
      envelopes(stage, run.taskId) === 0,
      `${where}: nothing was sent that was not saved`,
    );
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  if (!isThanked) await tablet.press(/Noch einmal versuchen/);
  if (!isThanked && !(await until(() => tablet.thanks().isVisible(), 5000)))
    await tablet.press('Unterschrift abgeben').catch(() => undefined);
  expectThat(
    tally,
    await isFiled(stage, run),
    `${where}: filed when there is room (${await stateOf(stage, run)})`,
  );
  expectThat(tally, envelopes(stage, run.taskId) === 1, `${where}: signed once`);
  tally.acked += 1;
}

/**
 * A bit of the queued sealed row flips: it is parked for staff, never applied, and the next paper
 * arrives.
 */
async function damagedRow(stage: Stage): Promise<void> {
  const { story, proxy, tablet, tally, where } = stage,
    run = await toThePad(stage);
  cutOff(proxy);
  await tablet.press('Unterschrift abgeben');
  await until(() => tablet.thanks().isVisible(), 20_000, 100);
  const flipped = await tablet.page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('molar-tablet');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const db = opening.result,
            writing = db.transaction('outbox', 'readwrite'),
            store = writing.objectStore('outbox'),
            all = store.getAll();
          let count = 0;
          all.addEventListener('success', () => {
            for (const row of all.result as {
              taskId: string;
              kind: string;
              sealed: Uint8Array;
            }[]) {
              if (row.taskId !== id || row.kind !== 'task.submit') continue;
              row.sealed[row.sealed.length >> 1] = (row.sealed[row.sealed.length >> 1] ?? 0) ^ 4;
              store.put(row);
              count += 1;
            }
          });
          writing.addEventListener('complete', () => {
            db.close();
            resolve(count);
          });
        });
      }),
    run.taskId,
  );
  expectThat(tally, flipped === 1, `${where}: one row was damaged`);
  await connect(stage);
  expectThat(
    tally,
    await until(async () => (await stateOf(stage, run)) === 'needs_attention', 60_000, 500),
    `${where}: staff see the damage (${await stateOf(stage, run)})`,
  );
  expectThat(
    tally,
    envelopes(stage, run.taskId) === 0,
    `${where}: the damaged signature is never applied`,
  );
  await story.calls.call(`/tablet/mappen/${run.mappeId}/withdraw`, {}).catch(() => undefined);
  await tablet.close();
  await tablet.start();
  const next = await toThePad(stage);
  await tablet.press('Unterschrift abgeben');
  expectThat(tally, await isFiled(stage, next), `${where}: the queue moves on`);
  tally.acked += 1;
}

/** The tablet's clock is wrong by days or years while a patient signs. */
async function wrongClock(stage: Stage): Promise<void> {
  const { tablet, d, tally, where } = stage,
    by = d.pick([-3, -1, 2, 3652, -3652]) * 86_400_000;
  await tablet.page.addInitScript((ms) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
  }, by);
  await tablet.page.reload();
  await until(async () => (await tablet.page.locator('h1').count()) > 0, 20_000, 100);
  const run = await toThePad(stage);
  await tablet.press('Unterschrift abgeben');
  expectThat(
    tally,
    await isFiled(stage, run),
    `${where}: filed with a clock off by ${by / 86_400_000} days (${await stateOf(stage, run)})`,
  );
  expectThat(tally, envelopes(stage, run.taskId) === 1, `${where}: signed once`);
  await tablet.close();
  await tablet.start();
  tally.acked += 1;
}

/**
 * The browser evicts its storage with a signature in it: the board reports the exact number lost.
 * @returns the tablet's new name
 */
async function evicted(stage: Stage): Promise<string> {
  const { story, proxy, tablet, tabletId, tally, where } = stage;
  await toThePad(stage);
  cutOff(proxy, /\/push$/);
  await tablet.press('Unterschrift abgeben');
  await until(() => tablet.thanks().isVisible(), 20_000, 100);
  const own = async (): Promise<Board['tablets'][number] | undefined> =>
    (await story.calls.board()).tablets.find((one) => one.tabletId === tabletId);
  expectThat(
    tally,
    await until(async () => (await own())?.unsent === 1, 60_000, 500),
    `${where}: the board knows of one that has not arrived`,
  );
  await tablet.close();
  for (const name of [
    'IndexedDB',
    'Local Storage',
    'Service Worker',
    'Session Storage',
    'WebStorage',
  ])
    rmSync(join(tablet.profile, 'Default', name), { recursive: true, force: true });
  proxy.share = 0;
  await until(
    async () => {
      const seen = (await own())?.lastSeenAt ?? 0;
      return Date.now() - seen > 61_000;
    },
    90_000,
    1000,
  );
  await tablet.start();
  const { registrationCode } = await story.calls.call<{ registrationCode: string }>(
    '/tablet/codes',
    {},
  );
  await tablet.typeCode(`${registrationCode.slice(0, 5)}-${registrationCode.slice(5)}`);
  const number = await tablet.number();
  let pending: Board['registrations'][number] | undefined;
  await until(
    async () => {
      pending = (await story.calls.board()).registrations.find((one) => one.number === number);
      return pending?.gate.offline === 'ok' && pending.gate.push === 'ok';
    },
    60_000,
    500,
  );
  const excused = (['storage', 'lock'] as const).filter((check) => pending?.gate[check] !== 'ok');
  const { tabletId: fresh } = await story.calls.call<{ tabletId: string }>(
    `/tablet/registrations/${pending?.pendingId ?? ''}/confirm`,
    {
      number,
      name: `Tablet ${number}`,
      posture: 'hand',
      exceptions: excused.map((check) => ({ check, reason: 'Am Gerät nachgesehen' })),
      replaces: tabletId,
    },
  );
  const lost = await own();
  expectThat(
    tally,
    lost?.lostSubmissions === 1 && lost.loss?.isExact === true,
    `${where}: one signature is reported as lost, exactly (${lost?.lostSubmissions}, ${JSON.stringify(lost?.loss)})`,
  );
  await until(() => tablet.home().isVisible(), 30_000, 200);
  return fresh;
}

export const whyNoBrowser = (): string | undefined =>
  findChromium() === undefined ? 'needs Chromium' : undefined;

const WAYS = {
  kill: killedWhileSigning,
  room: outOfRoom,
  row: damagedRow,
  clock: wrongClock,
} as const;

export async function browserRuns(
  lab: Lab,
  runs: number,
  seed: number,
  tally: Tally,
): Promise<void> {
  const d = dice(seed),
    story = await Story.open({ dist: lab.dist, port: lab.port(0) }),
    proxy = await startProxy(lab.port(0), { dice: d, share: 0 });
  let tablet: TabletPage | undefined;
  try {
    tablet = await TabletPage.open(proxy.url);
    tablet.context.setDefaultTimeout(30_000);
    let tabletId = await story.calls.register(tablet, 'Tablet 1');
    for (let at = 0; at < runs; at++) {
      // Most runs are kills; the rare faults rotate.
      const way =
          at % 10 === 9
            ? 'evicted'
            : d.pick(['kill', 'kill', 'kill', 'room', 'row', 'clock'] as const),
        stage: Stage = {
          story,
          proxy,
          tablet,
          tabletId,
          d,
          tally,
          where: `seed ${seed} run ${at + 1} (${way})`,
        };
      await story.calls.signIn();
      proxy.share = 0;
      try {
        if (way === 'evicted') tabletId = await evicted(stage);
        else await WAYS[way](stage);
      } catch (error) {
        const shown = await tablet.page
          .locator('body')
          .innerText()
          .catch(() => 'nothing');
        throw new Error(
          `${stage.where}: the tablet shows: ${shown.slice(0, 300).replaceAll('\n', ' | ')}`,
          { cause: error },
        );
      }
      tally.runs += 1;
      lab.say(`browser: ${stage.where} done`);
      await tablet.close();
      await tablet.start();
      tablet.context.setDefaultTimeout(30_000);
    }
  } finally {
    await tablet?.drop();
    proxy.close();
    await story.close();
  }
}
