/** Pages on private phones in other engines: a questionnaire by a link, and a share. */
import { expect } from '@playwright/test';
import { makePdf, CATALOG, PAGES, streamOf, latin1 } from '../support/hostile-pdf.ts';
import { openPlace, test, type Place } from './test.ts';
import { seen, words, type Visitor } from './visitor.ts';

const FINDINGS = makePdf([
  CATALOG,
  PAGES,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  streamOf('', latin1('BT /F1 24 Tf 72 720 Td (Befund: alles in Ordnung) Tj ET')),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]);

async function bornOn(visitor: Visitor, day: string): Promise<void> {
  await visitor.fill('Tag', day);
  await visitor.fill('Monat', '3');
  await visitor.fill('Jahr', '1988');
  await visitor.press('Weiter');
}
/** Answers the form before an X-ray. */
async function answerXray(visitor: Visitor): Promise<void> {
  await visitor.choose(/^Wurden Sie schon einmal an Kopf/, 'Nein');
  await visitor.press('Weiter');
  await visitor.heading('Schwangerschaft und Stillzeit');
  await visitor.choose(/^Sind Sie schwanger/, /^Nichts davon trifft zu/, 'checkbox');
  await visitor.press('Weiter');
}

let place: Place;
test.beforeAll(async () => {
  place = await openPlace();
});
test.afterAll(() => place.close());

test('[R8] a link on a phone: begun, the browser restarted, resumed, sent without a network, received once', async ({
  open,
  look,
}) => {
  const { story, cable } = place;
  const { path } = await story.calls.call<{ path: string }>('/anamnese/home-links', {
    id: crypto.randomUUID(),
    kind: 'open',
    formId: 'zusatz-roentgen',
    language: 'de',
    label: 'Webseite',
  });
  const visitor = await open('phone');
  await visitor.engine.goto(`${cable.url}${path}`);
  await visitor.heading('Fragen vor dem Röntgen');
  await look(visitor, 'go-1-start');
  await visitor.press('Beginnen');
  await visitor.fill('Vorname', 'Ayşe');
  await visitor.fill('Nachname', 'Zuhause');
  await bornOn(visitor, '12');
  await visitor.choose(/^Wurden Sie schon einmal an Kopf/, 'Nein');
  await look(visitor, 'go-2-form');
  await visitor.sees(words('Gespeichert'));

  await visitor.close();
  await visitor.start();
  await visitor.engine.goto(`${cable.url}${path}`);
  await visitor.press('Weitermachen');
  await visitor.heading('Frühere Röntgenbilder');
  await answerXray(visitor);
  await visitor.heading('Stimmt alles?');
  await look(visitor, 'go-3-review');
  await cable.cut();
  await visitor.press('Absenden');
  await visitor.heading('Noch nicht gesendet');
  await cable.mend();
  await visitor.heading('Fragebogen erfolgreich gesendet');
  const tray = await story.calls.call<{ open: { lastName: string; problems: number }[] }>(
    '/anamnese/unmatched',
  );
  expect(tray.open.filter((one) => one.lastName === 'Zuhause')).toMatchObject([{ problems: 0 }]);
});

test('[R3] [R4] a share at home: opened by name, birth date and code, a document read, a form sent', async ({
  open,
  look,
}) => {
  const { story, cable } = place;
  const patient = await story.calls.addPatient('Ayşe Nur', 'Freigabe', '1988-03-12'),
    { fileId } = await story.calls.upload(patient.patid, FINDINGS, 'application/pdf');
  const { path, code } = await story.calls.call<{ path: string; code: string }>('/papo/shares', {
    id: crypto.randomUUID(),
    patid: patient.patid,
    language: 'de',
    secondStep: 'code',
    items: [
      { kind: 'document', fileId },
      { kind: 'questionnaire', formId: 'zusatz-roentgen' },
    ],
  });
  const visitor = await open('phone');
  await visitor.engine.goto(`${cable.url}${path}`);
  await visitor.heading('Für wen sind die Unterlagen?');
  expect(await visitor.engine.run(() => location.hash)).toBe('');
  await visitor.fill('Vorname', 'Ayşe');
  await bornOn(visitor, '12');
  await visitor.heading('Bitte geben Sie den Code ein');
  await look(visitor, 'share-1-code');
  await visitor.fill('Code', code);
  await visitor.press('Weiter');
  await visitor.heading('Für Sie freigegeben');
  await look(visitor, 'share-2-list');
  await visitor.press('Lesen: Befund');
  await visitor.sees(seen('img', 'Seite 1 von 1'));
  await look(visitor, 'share-3-document');
  await visitor.press('Zurück');
  await visitor.press('Zurück');
  await visitor.sees(words('schon geöffnet'));
  await visitor.press('Ausfüllen: Fragen vor dem Röntgen');
  await answerXray(visitor);
  await visitor.press('Absenden');
  await visitor.heading('Fragebogen erfolgreich gesendet');
  await visitor.press('Zur Übersicht');
  await visitor.sees(words('abgeschickt'));
  expect(story.rows('select count(*) as n from answers where patid = ?', patient.patid)).toEqual([
    { n: 1 },
  ]);
  await visitor.press('Fertig');
  await visitor.heading('Vielen Dank');
});
