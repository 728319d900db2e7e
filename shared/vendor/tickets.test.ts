// Deadlines in service hours, states of a ticket, and details of patients in a text.
import { describe, expect, it } from 'vitest';
import { germanMoment } from '../base/dates.ts';
import { DAY_MS } from '../base/day-math.ts';
import { foundNumbers, isIban, isKvnr, nameWords, withoutWord } from './patient-words.ts';
import { afterPractice, answerDue, isSilent, takesAnswers, ticketState } from './tickets.ts';

/** Wall time of Berlin as an instant; winter time unless a summer one is given. */
const at = (text: string, zone = '+01:00'): number => Date.parse(`${text}:00${zone}`);
const due = (from: number, priority: 'p1' | 'p2' | 'p3' | 'p4', holidays: string[] = []): string =>
  germanMoment(answerDue(from, priority, (day) => holidays.includes(day)));

describe('deadline of an answer', () => {
  it('counts minutes within the hours of service', () => {
    expect(due(at('2026-11-25T09:10'), 'p1')).toContain('25.11.2026, 09:40');
    expect(due(at('2026-11-25T09:10'), 'p2')).toContain('25.11.2026, 13:10');
    expect(due(at('2026-11-25T16:00'), 'p2')).toContain('26.11.2026, 10:00');
  });
  it('begins on the next working morning after an evening, a weekend or a holiday', () => {
    expect(due(at('2026-11-25T21:00'), 'p1')).toContain('26.11.2026, 08:30');
    expect(due(at('2026-11-27T17:45'), 'p1')).toContain('30.11.2026, 08:15');
    expect(due(at('2026-11-28T12:00'), 'p3')).toContain('30.11.2026, 18:00');
    expect(due(at('2026-12-24T17:50'), 'p1', ['2026-12-25'])).toContain('28.12.2026, 08:20');
  });
  it('stands at wall time over the change to winter time', () => {
    // Friday 17:00 in summer time; three working days end on Wednesday at 17:00 in winter time.
    expect(due(at('2026-10-23T17:00', '+02:00'), 'p4')).toContain('28.10.2026, 17:00');
  });
});

describe('states', () => {
  const solved = { state: 'solved', solvedAt: 0 } as const;
  it('closes a week after the solution and takes answers for thirty days', () => {
    expect(ticketState(solved, 7 * DAY_MS - 1)).toBe('solved');
    expect(ticketState(solved, 7 * DAY_MS)).toBe('closed');
    expect(takesAnswers(solved, 30 * DAY_MS - 1)).toBe(true);
    expect(takesAnswers(solved, 30 * DAY_MS)).toBe(false);
  });
  it('returns to the vendor when the practice writes', () => {
    expect(['new', 'waits_practice', 'solved'].map((one) => afterPractice(one as 'new'))).toEqual([
      'new',
      'open',
      'open',
    ]);
  });
});

describe('a ticket that the practice does not answer', () => {
  it('counts as solved after thirty days', () => {
    const silent = { state: 'waits_practice', lastAt: 0 } as const;
    expect(isSilent(silent, 30 * DAY_MS - 1)).toBe(false);
    expect(isSilent(silent, 30 * DAY_MS)).toBe(true);
    expect(isSilent({ ...silent, state: 'open' }, 90 * DAY_MS)).toBe(false);
  });
});

describe('details of patients in a text', () => {
  const words = (text: string): string[] =>
    foundNumbers(text, '2026-11-28').map(({ word, kind }) => `${kind} ${word}`);
  it('knows insurance and account numbers by their check digits', () => {
    expect([isKvnr('A123456780'), isKvnr('A123456781'), isKvnr('1234567890')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isIban('DE89370400440532013000'), isIban('DE89370400440532013001')]).toEqual([
      true,
      false,
    ]);
    expect(words('Karte a123456780, Konto DE89 3704 0044 0532 0130 00 geht nicht')).toEqual([
      'kvnr a123456780',
      'iban DE89 3704 0044 0532 0130 00',
    ]);
  });
  it('takes full dates of other years as dates of birth, not days of this year', () => {
    expect(words('geb. 03.11.1984, Termin am 28.11.2026, auch 1951-02-01')).toEqual([
      'birth 03.11.1984',
      'birth 1951-02-01',
    ]);
  });
  it('finds telephone numbers, but no versions, times and amounts', () => {
    expect(words('Bitte Rückruf 0171 2345678 oder +49 30 1234567')).toEqual([
      'phone 0171 2345678',
      'phone +49 30 1234567',
    ]);
    expect(words('Version 1.20.3 um 09:15, 1.234,50 Euro, Fehler 404, GOZ 2080')).toEqual([]);
  });
  const keys = (text: string): string[] => [...nameWords(text).keys()];
  it('compares parts of double names in both spellings, and no particles', () => {
    expect(keys('Frau Müller-Yılmaz von der Heide klein')).toEqual(
      expect.arrayContaining(['muller', 'mueller', 'yilmaz', 'heide']),
    );
    expect(keys('Frau Müller-Yılmaz von der Heide klein')).not.toEqual(
      expect.arrayContaining(['von', 'klein']),
    );
  });
  it('compares words in small letters, other spellings of umlauts and the genitive', () => {
    expect(keys('bei özkan fehlt etwas')).toEqual(expect.arrayContaining(['ozkan', 'oezkan']));
    expect(keys('die akte von mueller')).toEqual(expect.arrayContaining(['mueller', 'muller']));
    expect(keys('Müllers Bogen')).toEqual(expect.arrayContaining(['muller', 'mueller']));
    expect(nameWords('bei özkan').get('oezkan')).toBe('özkan');
  });
  it('leaves ordinary words in small letters out, unless a form of address comes before', () => {
    expect(keys('das kann zu klein und zu lang, will jung oder alt')).toEqual([]);
    expect(keys('bei frau klein')).toContain('klein');
    expect(keys('herr ng wartet')).toContain('ng');
    expect(keys('frau von der lange')).toContain('lange');
  });
  it('replaces whole words only', () => {
    expect(withoutWord('Can, scannen, can. Can', 'Can', '[x]')).toBe('[x], scannen, can. [x]');
    expect(withoutWord('Ruf +49 30 1234567 an', '+49 30 1234567', '$&')).toBe('Ruf $& an');
    expect(withoutWord('Çelik und Çeliks', 'Çelik', '…')).toBe('… und Çeliks');
  });
});
