/** A tablet of the practice in other engines: registered, used, cut off, restarted. */
import { expect } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { answerPain, begin, readAndDeclare, register, sign } from './on-tablet.ts';
import { openPlace, test, type Place } from './test.ts';
import { words } from './visitor.ts';

const THANKS = 'Vielen Dank. Alles ist gespeichert.';
const OFFLINE = words('ohne Verbindung, alles wird sicher aufgehoben');

let place: Place;
test.beforeAll(async () => {
  place = await openPlace();
});
test.afterAll(() => place.close());

test('[R1] [T1] a tablet is registered; a patient answers questions and signs; the practice has both', async ({
  open,
  look,
}) => {
  const { story, cable } = place;
  const visitor = await open('tablet');
  const tabletId = await register(visitor, { story, cable }, 'Tablet am Fenster');
  await look(visitor, 'tablet-1-home');
  const patient = await story.calls.addPatient('Gerda', 'Fragebogen', '1950-02-03');
  const mappeId = await story.calls.send(patient, {
    items: [{ template: 'schmerz@1' }, PHOTO],
    tabletId,
  });
  await begin(visitor, patient.geburtsdatum);
  await visitor.heading('Wie möchten Sie lesen?');
  await look(visitor, 'tablet-2-comfort');
  await visitor.press('Weiter');
  await visitor.heading('Ihre Schmerzen');
  await look(visitor, 'tablet-3-form');
  await answerPain(visitor);
  await look(visitor, 'tablet-4-review');
  await visitor.press('Ja, alles stimmt');
  await visitor.heading('Das haben Sie angegeben');
  await visitor.press('Weiter zur Unterschrift');
  await visitor.heading(/^Unterschrift: Gerda Fragebogen/);
  await sign(visitor);
  await visitor.heading('Einwilligung: Fotos für die Behandlung');
  await look(visitor, 'tablet-5-consent');
  await readAndDeclare(visitor, ['Ja', 'Nein', 'Ja']);
  await visitor.press('Weiter zur Unterschrift');
  await visitor.heading(/^Unterschrift: Gerda Fragebogen/);
  await visitor.draw();
  await look(visitor, 'tablet-6-signature');
  await visitor.press('Unterschrift abgeben');
  await visitor.heading(THANKS);

  await expect
    .poll(async () => (await story.calls.mappe(mappeId)).tasks.map((one) => one.state))
    .toEqual(['filed', 'filed']);
  const { items } = await story.calls.documentsOf(patient.patid);
  expect(items.map((item) => item.title)).toContain('Einwilligung: Fotos für die Behandlung');
  const answers = await story.calls.call<{ items: unknown[] }>(
    `/anamnese/responses?patid=${patient.patid}`,
  );
  expect(answers.items).toMatchObject([{ form: 'schmerz@1', problems: 0 }]);
});

test('[F4] [F9] [sync L1] signed without a network at the size of a phone, restarted: it arrives exactly once', async ({
  open,
  look,
}) => {
  const { story, cable } = place;
  const visitor = await open('phone');
  const tabletId = await register(visitor, { story, cable }, 'Tablet am Empfang');
  await look(visitor, 'phone-1-home');
  const patient = await story.calls.addPatient('Hannelore', 'Wiebelskirchen', '1938-11-30');
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  await begin(visitor, patient.geburtsdatum);
  await visitor.heading('Wie möchten Sie lesen?');
  await visitor.press('Weiter');
  await visitor.heading('Einwilligung: Fotos für die Behandlung');
  await look(visitor, 'phone-2-consent');

  await cable.cut();
  await readAndDeclare(visitor, ['Ja', 'Nein', 'Nein']);
  await visitor.press('Weiter zur Unterschrift');
  await visitor.heading(/^Unterschrift: Hannelore/);
  await look(visitor, 'phone-3-signature');
  await sign(visitor);
  await visitor.heading(THANKS);
  await look(visitor, 'phone-4-thanks');
  await visitor.press('Fertig');
  await visitor.heading('Guten Tag');
  await visitor.sees(OFFLINE);

  // Switched off and on: the app and the signature come from the disk.
  await visitor.close();
  await visitor.start();
  await visitor.engine.goto(`${cable.url}/`);
  await visitor.heading('Guten Tag');
  await visitor.sees(OFFLINE);
  expect((await story.calls.mappe(mappeId)).tasks[0]?.state).not.toBe('filed');

  await cable.mend();
  const task = await story.calls.reaches(mappeId, 'filed', 60_000);
  await visitor.sees(words('verbunden'));
  const { items } = await story.calls.documentsOf(patient.patid);
  expect(items.map((item) => item.taskId)).toEqual([task.taskId]);
});
