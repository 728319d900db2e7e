/** A tablet in Chromium behind a proxy, with what all faults of `browser.ts` do to it. */
import { PHOTO, type Patient } from '../support/stories/desk-calls.ts';
import type { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';
import { until, type Dice } from './dice.ts';
import type { Tally } from './lab.ts';
import type { FaultProxy } from './proxy.ts';

export interface Stage {
  story: Story;
  proxy: FaultProxy;
  tablet: TabletPage;
  tabletId: string;
  d: Dice;
  tally: Tally;
  where: string;
}
export interface Run {
  patient: Patient;
  mappeId: string;
  taskId: string;
}

const NAMES = ['Theodora', 'Emil', 'Ayşe', 'Jürgen', 'Zoë'] as const;

/** A Mappe on the tablet, filled in up to the signature field. */
export async function toThePad({ story, tablet, tabletId, d }: Stage): Promise<Run> {
  const patient = await story.calls.addPatient(
    d.pick(NAMES),
    `Rand-${d.between(1, 1e9)}`,
    '1958-03-12',
  );
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  const { taskId } = await story.calls.reaches(mappeId, 'assigned', 60_000);
  await until(() => tablet.button('Beginnen').isVisible(), 60_000, 100);
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, false, true);
  await tablet.press('Weiter zur Unterschrift');
  await tablet.draw();
  return { patient, mappeId, taskId };
}
/** Loses every matching request, and closes open connections. */
export const cutOff = (proxy: FaultProxy, only = /./): void => {
  Object.assign(proxy, { only, faults: ['lost-request'], share: 1 });
  proxy.cut();
};
/** Lets requests through again. */
export async function connect({ proxy, tablet }: Stage): Promise<void> {
  proxy.share = 0;
  await tablet.page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
}
/** Returns the state of the paper at the server. */
export const stateOf = async ({ story }: Stage, run: Run): Promise<string> =>
  (await story.calls.mappe(run.mappeId).catch(() => undefined))?.tasks[0]?.state ?? 'gone';
/** Waits for the sealed paper. */
export const isFiled = (stage: Stage, run: Run, limitMs = 90_000): Promise<boolean> =>
  until(async () => (await stateOf(stage, run)) === 'filed', limitMs, 500);
/** Counts the signatures of a task at the server. */
export const envelopes = ({ story }: Stage, taskId: string): number =>
  story.rows('select id from envelope where task_id = ?', taskId).length;
