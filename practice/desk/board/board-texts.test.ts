// Tests of a tablet card's texts about losses and contents.

import { describe, expect, test } from 'vitest';
import { NOW, tablet } from './board.fixture.ts';
import { heldText, lossText, type BoardKey, type BoardTexts } from './board-texts.ts';
import texts from './texts.de.json';

const t = ((key: BoardKey, values: Record<string, string | number> = {}) =>
  texts[key].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]))) as BoardTexts;
type Loss = NonNullable<Parameters<typeof lossText>[1]['loss']>;
const said = (lostSubmissions: number, loss: Omit<Loss, 'since'>): string =>
  lossText(t, { lostSubmissions, loss: { ...loss, since: NOW } }, NOW, 'de').replace(
    /\d\d:\d\d/g,
    'UHR',
  );

describe('describes a loss', () => {
  test.each<[string, number, Omit<Loss, 'since'>]>([
    ['1 Einreichung ging mit dem Speicher verloren', 1, { isExact: true }],
    ['Mindestens 1 Einreichung verloren, offline seit UHR', 1, { isExact: false }],
    ['Mindestens 2 Einreichungen verloren, offline seit UHR', 2, { isExact: false }],
    [
      'Speicher verloren, offline seit UHR. Was dort seitdem unterschrieben wurde, fehlt.',
      0,
      { isExact: false, isBusy: true },
    ],
    [
      '1 Einreichung lag noch auf dem abgemeldeten Gerät und kommt nicht mehr an',
      1,
      { isExact: true, isSignedOut: true },
    ],
    [
      '3 Einreichungen lagen noch auf dem abgemeldeten Gerät und kommen nicht mehr an',
      3,
      { isExact: true, isSignedOut: true },
    ],
    [
      'Mindestens 1 Einreichung lag noch auf dem abgemeldeten Gerät und kommt nicht mehr an, letzter Kontakt UHR',
      1,
      { isExact: false, isSignedOut: true },
    ],
    [
      'Mindestens 2 Einreichungen lagen noch auf dem abgemeldeten Gerät und kommen nicht mehr an, letzter Kontakt UHR',
      2,
      { isExact: false, isSignedOut: true, isBusy: true },
    ],
    [
      'Beim letzten Kontakt (UHR) war dort jemand mitten in einem Dokument. Was danach noch abgegeben wurde, kommt nicht mehr an.',
      0,
      { isExact: false, isSignedOut: true, isBusy: true },
    ],
    [
      'Beim letzten Kontakt (UHR) füllte dort niemand etwas aus. Was danach noch abgegeben wurde, kommt nicht mehr an.',
      0,
      { isExact: false, isSignedOut: true },
    ],
  ])('%s', (words, n, loss) => expect(said(n, loss)).toBe(words));

  const BLANKS = 'Auch leere Fragebögen, die dort danach ohne Netz ausgefüllt wurden, fehlen.',
    begunAt = [NOW],
    BEGUN = 'Ein leerer Fragebogen (begonnen UHR) ging verloren, bevor er abgegeben war.';
  test.each<[string, number, Omit<Loss, 'since'>]>([
    [
      `Speicher verloren, offline seit UHR. Was dort seitdem unterschrieben wurde, fehlt. ${BLANKS}`,
      0,
      { isExact: false, mayBlank: true },
    ],
    [
      `Beim letzten Kontakt (UHR) füllte dort niemand etwas aus. Was danach noch abgegeben wurde, kommt nicht mehr an. ${BLANKS}`,
      0,
      { isExact: false, isSignedOut: true, mayBlank: true },
    ],
    [BEGUN, 0, { isExact: true, isSignedOut: true, isBusy: true, begunAt }],
    [`1 Einreichung ging mit dem Speicher verloren. ${BEGUN}`, 1, { isExact: true, begunAt }],
    [
      `Mindestens 2 Einreichungen verloren, offline seit UHR. ${BLANKS} ${BEGUN}`,
      2,
      { isExact: false, mayBlank: true, begunAt },
    ],
  ])('[inv S2] blank forms that were started, or may have been: %s', (words, n, loss) =>
    expect(said(n, loss)).toBe(words),
  );
});

test('[inv L2] the waiting time includes the age of the last heartbeat', () => {
  const held = tablet({
    unsent: 2,
    pending: 2,
    oldestPendingMs: 100_000,
    activityAt: NOW - 80_000,
  });
  expect(heldText(t, held, false, NOW, 'de')).toBe(
    '2 Einreichungen sicher gespeichert, noch nicht übertragen (seit 3 Min.)',
  );
});
