// Drafts about a data breach: each detail that the law asks for, gaps in brackets, and the delay.

import { expect, test } from 'vitest';
import { HOUR_MS } from '../../base/day-math.ts';
import { letterDraft, reportDraft } from './breach-letters.ts';

const AWARE = Date.UTC(2026, 11, 1, 8),
  BREACH = {
    awareAt: AWARE,
    text: 'Laptop gestohlen',
    people: 120,
    measures: 'Konto gesperrt',
  },
  PRACTICE = {
    praxisName: 'Praxis am Markt',
    street: 'Am Markt 7',
    plz: '10585',
    city: 'Berlin',
    phone: '030 1',
    mail: 'praxis@example.test',
    privacyContact: 'Dr. Ada Lund',
  };

test('the report holds the four parts of Art. 33(3), time, place and contact', () => {
  const text = reportDraft(BREACH, PRACTICE, 'Behörde Nord', AWARE + HOUR_MS);
  for (const part of [
    'Behörde Nord\n',
    'Art. 33 Abs. 3 a',
    'Laptop gestohlen',
    'betroffenen Personen: 120',
    'Kategorien der Daten',
    'Zahl der Datensätze',
    'Art. 33 Abs. 3 b',
    'Dr. Ada Lund',
    'Art. 33 Abs. 3 c',
    'Art. 33 Abs. 3 d',
    'Konto gesperrt',
    'Bekannt geworden am: 01.12.2026',
    'Praxis am Markt\nAm Markt 7\n10585 Berlin',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('72 Stunden');
});
test('after 72 hours the report asks why it is late', () => {
  const at = (hours: number): string => reportDraft(BREACH, PRACTICE, '', AWARE + hours * HOUR_MS);
  expect(at(72)).not.toContain('72 Stunden');
  expect(at(72.1)).toContain('Gründe für die Meldung nach mehr als 72 Stunden');
  expect(at(1)).toMatch(/^\[Aufsichtsbehörde\]/);
});
test('the letter holds what Art. 34(2) asks for, and names no one', () => {
  const text = letterDraft(BREACH, PRACTICE);
  for (const part of [
    'Was ist geschehen?\nLaptop gestohlen',
    'Welche Folgen kann das haben?',
    'Was haben wir unternommen?\nKonto gesperrt',
    'Was können Sie selbst tun?',
    'Dr. Ada Lund',
    '[Name und Anschrift der Person]',
  ])
    expect(text).toContain(part);
});
test('what the register does not know stands in brackets', () => {
  const bare = { ...BREACH, people: null, measures: ' ' },
    nothing = {
      praxisName: '',
      street: '',
      plz: '',
      city: '',
      phone: '',
      mail: '',
      privacyContact: '',
    };
  const text = reportDraft(bare, nothing, '', AWARE);
  expect(text).toContain('betroffenen Personen: [noch nicht bekannt]');
  expect(text).toContain('[PLZ und Ort]');
  expect(letterDraft(bare, nothing)).toContain('Was haben wir unternommen?\n[bitte ergänzen]');
});
