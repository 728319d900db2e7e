// Decision tables of a family's Mappe: signers, birth dates that open it, order, forms by age.

import { describe, expect, test } from 'vitest';
import {
  answersSigner,
  CUSTODY_REASON,
  custodyOf,
  daysThatOpen,
  fitsAge,
  inFamilyOrder,
  standingsFor,
  type Standing,
} from './mappe-family.ts';

const TODAY = '2026-11-20';
const ADULT = '1985-03-12',
  CHILD = '2018-05-01',
  YOUTH = '2011-02-03';
const who = (role: Standing['role'], more: Partial<Standing> = {}): Standing => ({
  role,
  name: role,
  ...more,
});

describe('signers of a person', () => {
  test.each<[string, string, Standing[], string]>([
    ['an adult', ADULT, [who('patient')], 'sign patient'],
    [
      'an adult under legal care',
      ADULT,
      [who('guardian', { capacity: 'Betreuer' })],
      'sign guardian',
    ],
    ['an adult with a written power', ADULT, [who('proxy')], 'sign proxy'],
    ['an adult whose mother would sign', ADULT, [who('parent1')], 'refused adult_signs'],
    ['an adult with a companion only', ADULT, [who('companion')], 'paper companion'],
    ['a child with one parent', CHILD, [who('parent1')], 'sign parent1'],
    ['a child with both parents', CHILD, [who('parent1'), who('parent2')], 'sign parent1 parent2'],
    [
      'a child whose second parent is away',
      CHILD,
      [who('parent1'), who('parent2', { isAway: true })],
      'sign parent1 parent2',
    ],
    [
      'a child with its Vormund',
      CHILD,
      [who('guardian', { capacity: 'Vormund' })],
      'sign guardian',
    ],
    [
      'a child brought by its grandmother',
      CHILD,
      [who('companion', { capacity: 'Großmutter' })],
      'paper companion',
    ],
    [
      'a child brought by its grandmother, its father being here too',
      CHILD,
      [who('companion'), who('parent1')],
      'sign parent1',
    ],
    ['a child alone', CHILD, [who('patient')], 'refused child_alone'],
    ['a child and its mother', CHILD, [who('patient'), who('parent1')], 'sign patient parent1'],
    ['a child without any signer', CHILD, [], 'refused missing'],
    ['a child with an interpreter only', CHILD, [who('interpreter')], 'refused missing'],
    ['a youth who understands', YOUTH, [who('patient')], 'sign patient'],
    [
      'on the day before the fourteenth birthday',
      '2012-11-21',
      [who('patient')],
      'refused child_alone',
    ],
    ['on the fourteenth birthday', '2012-11-20', [who('patient')], 'sign patient'],
    ['on the day before the eighteenth birthday', '2008-11-21', [who('parent1')], 'sign parent1'],
    ['on the eighteenth birthday', '2008-11-20', [who('parent1')], 'refused adult_signs'],
  ])('%s', (_name, geburtsdatum, standings, expected) => {
    const said = custodyOf({ geburtsdatum }, standings, TODAY);
    expect(
      [said.way, ...(said.way === 'sign' ? said.signers.map((one) => one.role) : [said.why])].join(
        ' ',
      ),
    ).toBe(expected);
  });

  test('a birthday between composing and handing over changes the signers', () => {
    const child = { geburtsdatum: '2008-11-21' },
      mother = [who('parent1')];
    expect(custodyOf(child, mother, '2026-11-20').way).toBe('sign');
    expect(custodyOf(child, mother, '2026-11-21')).toEqual({ way: 'refused', why: 'adult_signs' });
  });

  test('born on a leap day: an adult on 1 March', () => {
    expect(custodyOf({ geburtsdatum: '2008-02-29' }, [who('parent1')], '2026-02-28').way).toBe(
      'sign',
    );
    expect(custodyOf({ geburtsdatum: '2008-02-29' }, [who('parent1')], '2026-03-01').way).toBe(
      'refused',
    );
  });

  test('a companion is never among the signers, whatever the other facts', () => {
    const said = custodyOf(
      { geburtsdatum: CHILD },
      [who('companion'), who('parent1'), who('parent2', { isAway: true })],
      TODAY,
    );
    expect(said.way === 'refused' ? [] : said.signers.map((one) => one.role)).toEqual([
      'parent1',
      'parent2',
    ]);
  });

  test('a guardian of one child does not sign for the other; different surnames make no difference', () => {
    const all = [
      who('parent1', { name: 'Ayşe Yılmaz', patid: 'lina' }),
      who('companion', { name: 'Ayşe Yılmaz', patid: 'ben' }),
    ];
    expect(custodyOf({ geburtsdatum: CHILD }, standingsFor(all, 'lina'), TODAY).way).toBe('sign');
    expect(custodyOf({ geburtsdatum: CHILD }, standingsFor(all, 'ben'), TODAY)).toMatchObject({
      way: 'paper',
      why: 'companion',
    });
    expect(standingsFor([who('patient')], 'anyone')).toHaveLength(1);
  });
});

describe('birth dates that open it', () => {
  const mother = { patid: 'm', geburtsdatum: ADULT },
    twinA = { patid: 'a', geburtsdatum: CHILD },
    twinB = { patid: 'b', geburtsdatum: CHILD },
    brother = { patid: 'c', geburtsdatum: '2020-01-01' };
  test.each([
    ['one person', [twinA], 'a', [CHILD]],
    ['the mother, at her own paper', [mother, twinA], 'm', [ADULT]],
    ['at a child: the mother or that child', [mother, twinA, brother], 'c', [ADULT, '2020-01-01']],
    ['twins share a date', [twinA, twinB], 'b', [CHILD]],
    ['without an adult only the child whose paper it is', [twinA, brother], 'c', ['2020-01-01']],
  ] as const)('%s', (_name, people, patid, days) =>
    expect(daysThatOpen(people, patid, TODAY)).toEqual(days),
  );
  test('the birth date of a person who turns eighteen today opens it for all', () =>
    expect(daysThatOpen([{ patid: 'x', geburtsdatum: '2008-11-20' }, brother], 'c', TODAY)).toEqual(
      ['2008-11-20', '2020-01-01'],
    ));
});

test('things for all first, then person by person; within a person as chosen', () => {
  const items: { patid?: string; n: number }[] = [
    { patid: 'b', n: 1 },
    { patid: 'a', n: 2 },
    { n: 3 },
    { patid: 'b', n: 4 },
    { patid: 'a', n: 5 },
  ];
  expect(inFamilyOrder(items, ['a', 'b']).map((one) => one.n)).toEqual([3, 2, 5, 1, 4]);
  expect(
    inFamilyOrder<{ patid?: string; n: number }>([{ n: 1 }, { n: 2 }], ['a']).map((one) => one.n),
  ).toEqual([1, 2]);
});

test('forms by age: below 14 the form for children; a form without an age is for all', () => {
  expect(
    ['anamnese-kinder', 'anamnese-erwachsene', 'patientendaten'].map((id) =>
      fitsAge(id, '2012-11-21', TODAY),
    ),
  ).toEqual([true, false, true]);
  expect(
    ['anamnese-kinder', 'anamnese-erwachsene', 'patientendaten'].map((id) =>
      fitsAge(id, '2012-11-20', TODAY),
    ),
  ).toEqual([false, true, true]);
});

test('the reason for signing by hand exists in every language of the tablet', () => {
  for (const { reason, source } of Object.values(CUSTODY_REASON)) {
    expect(source).toContain('§ 630d');
    for (const code of ['de', 'en', 'tr', 'ar', 'uk', 'ru', 'pl', 'ro', 'fa', 'it', 'es', 'fr'])
      expect(reason[code], code).toBeTruthy();
  }
});

describe('who signs the answers about a person', () => {
  const DAY = '2026-11-27',
    adult = { name: 'Anna Weber', geburtsdatum: '1958-03-12' },
    teen = { name: 'Tim Weber', geburtsdatum: '2011-03-12' },
    child = { name: 'Ida Weber', geburtsdatum: '2019-03-12' };
  const parent = { role: 'parent1', name: 'Eva Weber' } as const,
    away = { role: 'parent1', name: 'Eva Weber', isAway: true } as const,
    guardian = { role: 'guardian', name: 'Gero Klein', capacity: 'Betreuer' } as const,
    companion = { role: 'companion', name: 'Oma' } as const,
    self = (one: { name: string }) => ({ role: 'patient', name: one.name }) as const;

  test.each([
    ['an adult, without being named', adult, [], self(adult)],
    ['a patient of 15 beside a parent', teen, [self(teen), parent], self(teen)],
    ['the guardian of an adult', adult, [guardian], guardian],
    ['the parent of a child, whose own name does not count', child, [self(child), parent], parent],
  ] as const)('%s', (_who, person, standings, signer) => {
    expect(answersSigner(person, standings, DAY)).toEqual(signer);
  });

  test.each([
    ['a child without a named parent', child, []],
    ['a companion', child, [companion]],
    ['an absent parent', child, [away]],
    ['a parent of an adult', adult, [parent]],
  ] as const)('never %s', (_who, person, standings) => {
    expect(answersSigner(person, standings, DAY)).toBeUndefined();
  });
});
