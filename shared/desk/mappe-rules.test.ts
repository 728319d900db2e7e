/**
 * Tests of rules that propose a Mappe: the decision table of the shipped set, calendar boundaries,
 * and invariants of every set of rules.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import { templatesInUse } from '../../catalog/consent/catalogue.ts';
import { SHIPPED_RULES } from '../../catalog/mappe-rules/rules.ts';
import { ruleListSchema } from './mappe-rules.schema.ts';
import {
  isFirstVisit,
  monthsSince,
  propose,
  type Done,
  type MappeRule,
  type RuleFacts,
} from './mappe-rules.ts';

const TODAY = '2026-11-20';
const offers = [...formsInUse(), ...templatesInUse(TODAY)].map(({ id, version }) => ({
  id,
  version,
}));
const termin = (art: string, terminId = 't', behandler = 'Dr. Weber') => ({
  terminId,
  art,
  behandler,
});
const facts = (part: Partial<RuleFacts> = {}): RuleFacts => ({
  geburtsdatum: '1975-04-30',
  termine: [termin('Kontrolle')],
  done: [],
  open: [],
  wasHere: true,
  ...part,
});
const done = (item: string, day: string, part: Partial<Done> = {}): Done => ({
  item,
  version: 1,
  day,
  isFull: true,
  ...part,
});
/** Only the health questions are due. */
const settled = [done('patientendaten', '2026-10-01'), done('datenschutz', '2026-10-01')];
const items = (
  part: Partial<RuleFacts>,
  today = TODAY,
  rules: readonly MappeRule[] = SHIPPED_RULES,
): string[] =>
  propose(rules, offers, facts(part), today).map(
    (one) => `${one.item.split('@')[0] ?? ''}${one.isFull ? ' full' : ''}`,
  );

const PROPOSALS: [title: string, facts: Partial<RuleFacts>, proposed: string[]][] = [
  [
    'a first visit of an adult',
    { wasHere: false, termine: [termin('Neuaufnahme')] },
    ['patientendaten', 'datenschutz', 'anamnese-erwachsene full'],
  ],
  [
    'a child of 14 gets the form for children',
    { geburtsdatum: '2012-05-01', done: settled },
    ['anamnese-kinder full'],
  ],
  [
    'the fifteenth birthday is today',
    { geburtsdatum: '2011-11-20', done: settled },
    ['anamnese-erwachsene full'],
  ],
  [
    'the fifteenth birthday is tomorrow',
    { geburtsdatum: '2011-11-21', done: settled },
    ['anamnese-kinder full'],
  ],
  [
    'answered in full five months ago',
    { done: [...settled, done('anamnese-erwachsene', '2026-06-21')] },
    [],
  ],
  [
    'answered in full six months ago to the day: to be confirmed',
    { done: [...settled, done('anamnese-erwachsene', '2026-05-20')] },
    ['anamnese-erwachsene'],
  ],
  [
    'in full 24 months ago, confirmed last month: in full again',
    {
      done: [
        ...settled,
        done('anamnese-erwachsene', '2024-11-20'),
        done('anamnese-erwachsene', '2026-10-20', { isFull: false }),
      ],
    },
    ['anamnese-erwachsene full'],
  ],
  [
    'in full 23 months ago, confirmed last month: nothing',
    {
      done: [
        ...settled,
        done('anamnese-erwachsene', '2024-11-21'),
        done('anamnese-erwachsene', '2026-10-20', { isFull: false }),
      ],
    },
    [],
  ],
  [
    'pain: the short form instead of the long one',
    { done: settled, termine: [termin('Schmerzen')] },
    ['schmerz'],
  ],
  [
    'pain and a check-up on one day: both',
    { done: settled, termine: [termin('Schmerzen', 'a'), termin('Kontrolle', 'b')] },
    ['schmerz', 'anamnese-erwachsene full'],
  ],
  [
    'a child in pain has no short form',
    { geburtsdatum: '2018-01-01', done: settled, termine: [termin('Schmerzen')] },
    ['anamnese-kinder full'],
  ],
  [
    'a tooth is taken out',
    {
      done: [...settled, done('anamnese-erwachsene', '2026-10-01')],
      termine: [termin('Extraktion 36')],
    },
    ['zusatz-operation', 'zusatz-betaeubung', 'extraktion'],
  ],
  [
    'advice about an implant is no surgery',
    {
      done: [...settled, done('anamnese-erwachsene', '2026-10-01')],
      termine: [termin('Beratung Implantat')],
    },
    [],
  ],
  [
    'no rule guesses an X-ray for a patient without an appointment',
    { termine: [], done: [...settled, done('anamnese-erwachsene', '2026-10-01')] },
    [],
  ],
  [
    'words are compared without marks and case',
    {
      done: [...settled, done('anamnese-erwachsene', '2026-10-01')],
      termine: [termin('RONTGEN OK')],
    },
    ['zusatz-roentgen'],
  ],
  [
    'a word inside another one does not count',
    { done: [...settled, done('anamnese-erwachsene', '2026-10-01')], termine: [termin('Stop')] },
    [],
  ],
  [
    'open items of the patient are not proposed again',
    { open: ['anamnese-erwachsene', 'datenschutz'] },
    ['patientendaten'],
  ],
  [
    'a form submitted today is not proposed again',
    { termine: [termin('Schmerzen')], done: [...settled, done('schmerz', TODAY)] },
    [],
  ],
];

describe('the shipped rules', () => {
  it("contain only catalogue items, and pass the schema for a practice's own rules", () => {
    expect(
      SHIPPED_RULES.filter((one) => !offers.some((offer) => offer.id === one.item)).map(
        (one) => one.item,
      ),
    ).toEqual([]);
    expect(ruleListSchema.safeParse(SHIPPED_RULES).success).toBe(true);
  });

  it.each(PROPOSALS)('%s', (_what, part, expected) => expect(items(part)).toEqual(expected));

  it('twins get the same proposal; a merged record counts with all its old numbers', () => {
    const ayse = facts({ geburtsdatum: '2019-08-12' }),
      ali = { ...ayse };
    expect(propose(SHIPPED_RULES, offers, ayse, TODAY)).toEqual(
      propose(SHIPPED_RULES, offers, ali, TODAY),
    );
    expect(
      items({ wasHere: false, done: [...settled, done('anamnese-erwachsene', '2026-11-01')] }),
    ).toEqual([]);
  });

  it('a new version of the notice is read once, a newer form is proposed', () => {
    const newer = [
      ...offers.filter((one) => one.id !== 'datenschutz'),
      { id: 'datenschutz', version: 1 },
      { id: 'datenschutz', version: 2 },
    ];
    const of = (version: number) =>
      propose(
        SHIPPED_RULES,
        newer,
        facts({
          done: [
            ...settled.slice(0, 1),
            done('datenschutz', '2026-11-01', { version }),
            done('anamnese-erwachsene', '2026-11-01'),
          ],
        }),
        TODAY,
      );
    expect(of(1).map((one) => [one.item, one.reasons])).toEqual([
      ['datenschutz@2', [{ code: 'version', version: 2 }]],
    ]);
    expect(of(2)).toEqual([]);
  });

  it('returns the reasons', () => {
    const reasons = (part: Partial<RuleFacts>) =>
      Object.fromEntries(
        propose(SHIPPED_RULES, offers, facts(part), TODAY).map((one) => [one.rule, one.reasons]),
      );
    expect(
      reasons({
        done: [...settled, done('anamnese-erwachsene', '2024-09-19')],
        termine: [termin('Extraktion 36')],
      }),
    ).toEqual({
      'anamnese-voll': [{ code: 'sinceFull', months: 26 }],
      operation: [{ code: 'art', art: 'Extraktion 36' }, { code: 'never' }],
      betaeubung: [{ code: 'art', art: 'Extraktion 36' }, { code: 'never' }],
      extraktion: [{ code: 'art', art: 'Extraktion 36' }, { code: 'never' }],
    });
    expect(reasons({ geburtsdatum: '2018-01-01', done: settled })).toEqual({
      'kinder-voll': [{ code: 'ageTo', age: 14 }, { code: 'never' }],
    });
  });
});

describe('the calendar', () => {
  it.each([
    ['2024-02-29', '2026-02-28', 24],
    ['2024-02-29', '2026-02-27', 23],
    ['2024-02-29', '2028-02-28', 47],
    ['2024-02-29', '2028-02-29', 48],
    ['2026-08-31', '2026-09-30', 1],
    ['2026-08-31', '2026-09-29', 0],
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-21', '2026-11-20', 0],
  ])('from %s to %s are %i months', (from, to, months) =>
    expect(monthsSince(from, to)).toBe(months),
  );
  it('a person born on a leap day is fifteen on 1 March of a year without one', () => {
    const at = (today: string) =>
      items(
        {
          geburtsdatum: '2012-02-29',
          done: [done('patientendaten', '2027-01-01'), done('datenschutz', '2027-01-01')],
        },
        today,
      );
    expect([at('2027-02-28'), at('2027-03-01')]).toEqual([
      ['anamnese-kinder full'],
      ['anamnese-erwachsene full'],
    ]);
  });
  it('a first visit has no earlier data; answers of the same day do not end it', () => {
    expect(isFirstVisit({ wasHere: false, done: [done('schmerz', TODAY)] }, TODAY)).toBe(true);
    expect(isFirstVisit({ wasHere: false, done: [done('schmerz', '2026-11-19')] }, TODAY)).toBe(
      false,
    );
    expect(isFirstVisit({ wasHere: true, done: [] }, TODAY)).toBe(false);
  });
});

describe("a practice's own rules", () => {
  const rule = (part: Partial<MappeRule>): MappeRule => ({
    id: 'r',
    isOn: true,
    item: 'schmerz',
    repeat: { kind: 'each' },
    isFull: false,
    when: {},
    note: '',
    ...part,
  });
  it.each<[string, Partial<MappeRule>, Partial<RuleFacts>, boolean]>([
    ['is off', { isOn: false }, {}, false],
    ['for a form that is not given out', { item: 'gibt-es-nicht' }, {}, false],
    ['first visit', { when: { visit: 'first' } }, { wasHere: false }, true],
    ['first visit, but was here', { when: { visit: 'first' } }, {}, false],
    ['again', { when: { visit: 'again' } }, {}, true],
    ['again, but first', { when: { visit: 'again' } }, { wasHere: false }, false],
    ['once, never answered', { repeat: { kind: 'once' } }, {}, true],
    [
      'once, answered long ago',
      { repeat: { kind: 'once' } },
      { done: [done('schmerz', '2001-01-01')] },
      false,
    ],
    ['for one who treats', { when: { behandler: ['Dr. Weber'] } }, {}, true],
    ['for another one', { when: { behandler: ['A. Nowak'] } }, {}, false],
    [
      'type and person must be of one appointment',
      { when: { behandler: ['A. Nowak'], arten: ['Kontrolle'] } },
      { termine: [termin('Kontrolle'), termin('Prophylaxe', 'u', 'A. Nowak')] },
      false,
    ],
    [
      'exactly this type',
      { when: { arten: ['Beratung'] } },
      { termine: [termin('Beratung Implantat')] },
      false,
    ],
    ['from 65', { when: { ageFrom: 65 } }, { geburtsdatum: '1961-11-20' }, true],
    ['from 65, a day short', { when: { ageFrom: 65 } }, { geburtsdatum: '1961-11-21' }, false],
  ])('%s', (_what, part, given, isProposed) =>
    expect(propose([rule(part)], offers, facts(given), TODAY)).toHaveLength(isProposed ? 1 : 0),
  );

  it('the first matching rule decides about a form; the order of the rules is that of the Mappe', () => {
    const rules = [
      rule({ id: 'b', item: 'foto' }),
      rule({ id: 'a', isFull: true }),
      rule({ id: 'c' }),
    ];
    expect(propose(rules, offers, facts(), TODAY).map((one) => one.rule)).toEqual(['b', 'a']);
  });

  const day = fc
      .integer({ min: 0, max: 3000 })
      .map((n) => new Date(Date.UTC(2019, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)),
    item = fc.constantFrom(...offers.map((one) => one.id));
  const aRule = fc.record({
    id: fc.uuid(),
    isOn: fc.boolean(),
    item,
    isFull: fc.boolean(),
    note: fc.constant(''),
    repeat: fc.oneof(
      fc.constantFrom(
        { kind: 'each' } as const,
        { kind: 'once' } as const,
        { kind: 'version' } as const,
      ),
      fc.record({ kind: fc.constant('months' as const), months: fc.integer({ min: 1, max: 60 }) }),
    ),
    when: fc.record(
      {
        ageFrom: fc.integer({ min: 0, max: 99 }),
        ageTo: fc.integer({ min: 0, max: 99 }),
        visit: fc.constantFrom('first' as const, 'again' as const),
        words: fc.array(fc.constantFrom('Schmerz', 'Kontrolle', 'Füllung'), { maxLength: 2 }),
        notWords: fc.array(fc.constantFrom('Schmerz', 'Beratung'), { maxLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  });
  const someFacts = fc.record({
    geburtsdatum: day,
    wasHere: fc.boolean(),
    open: fc.array(item, { maxLength: 4 }),
    termine: fc.uniqueArray(
      fc.record({
        terminId: fc.uuid(),
        art: fc.constantFrom('Schmerzen', 'Kontrolle', 'Füllung', 'Beratung'),
        behandler: fc.constantFrom('A', 'B'),
      }),
      { maxLength: 3, selector: (one) => one.terminId },
    ),
    done: fc.array(
      fc.record({ item, version: fc.integer({ min: 1, max: 3 }), day, isFull: fc.boolean() }),
      { maxLength: 12 },
    ),
  });
  it('never proposes open, done or retired items or duplicates; with reasons, in stable order', () => {
    fc.assert(
      fc.property(
        fc.array(aRule, { maxLength: 12 }),
        someFacts,
        day,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (rules, given, today, chance) => {
          const shuffled = <T>(list: readonly T[]): T[] =>
            list
              .map((one) => [Number(chance.next().value), one] as const)
              .sort((a, b) => a[0] - b[0])
              .map(([, one]) => one);
          const found = propose(rules, offers, given, today),
            ids = found.map((one) => one.item.split('@')[0] ?? '');
          expect(
            ids.filter(
              (id) =>
                given.open.includes(id) ||
                given.done.some((one) => one.item === id && one.day === today) ||
                !offers.some((one) => one.id === id),
            ),
          ).toEqual([]);
          expect(new Set(ids).size).toBe(ids.length);
          expect(found.every((one) => one.reasons.length > 0)).toBe(true);
          expect(
            propose(
              rules,
              shuffled(offers),
              {
                ...given,
                termine: shuffled(given.termine),
                done: shuffled(given.done),
                open: shuffled(given.open),
              },
              today,
            ),
          ).toEqual(found);
        },
      ),
      { numRuns: 500 },
    );
  });
});
