// Tests that the demo's people include the difficult cases of real files, and are reproducible.
import { describe, expect, it } from 'vitest';
import { ageOn, isBirthDate } from '../../../shared/base/dates.ts';
import { isName, searchText } from '../../../shared/desk/patient.ts';
import { makePatients, makeAppointments } from './people.ts';

const TODAY = '2026-11-20';

describe('demo people', () => {
  const people = makePatients(TODAY);

  it('yields 300 distinct numbers, repeatably, with valid birth dates that are not in the future', () => {
    expect(people).toHaveLength(300);
    expect(new Set(people.map((p) => p.patid)).size).toBe(300);
    expect(makePatients(TODAY)).toEqual(people);
    expect(
      people.filter(
        (p) => !isBirthDate(p.geburtsdatum, TODAY) || !isName(p.firstName) || !isName(p.lastName),
      ),
    ).toEqual([]);
  });

  it('covers ages from 0 to 99, twins, repeated names, letters of many languages', () => {
    const ages = people.map((p) => ageOn(p.geburtsdatum, TODAY));
    expect(Math.min(...ages)).toBe(0);
    expect(Math.max(...ages)).toBe(99);
    expect(new Set(ages.map((a) => Math.floor(a / 10))).size).toBe(10);
    const doubles = (keys: string[]): number =>
      new Set(keys.filter((key, i) => keys.indexOf(key) !== i)).size;
    expect(doubles(people.map((p) => searchText(p)))).toBeGreaterThanOrEqual(2);
    expect(
      doubles(people.map((p) => `${p.lastName}|${p.geburtsdatum}|${p.street}`)),
    ).toBeGreaterThanOrEqual(2);
    const all = people.map((p) => p.firstName + p.lastName).join('');
    for (const letter of ['ü', 'ß', 'ş', 'ğ', 'İ', 'Ł', 'ń', "'", '-', 'ễ'])
      expect(all).toContain(letter);
    expect(people.filter((p) => /[\u0400-\u04ff]/.test(p.lastName))).toEqual([]);
  });

  it('contact data exists for most, is missing for many, and reaches no real person', () => {
    for (const field of ['mobile', 'landline', 'email', 'country', 'birthplace'] as const) {
      const known = people.filter((p) => p[field] !== '').length;
      expect([field, known > 40, known < 290]).toEqual([field, true, true]);
    }
    expect(
      people.filter((p) => p.email !== '' && !/^[a-z]+\.[a-z]+@example\.org$/.test(p.email)),
    ).toEqual([]);
    expect(people.filter((p) => p.gender === undefined).length).toBeGreaterThan(5);
  });

  it('about 25 appointments without conflicts of patient or room; each day has its own plan', () => {
    const day = makeAppointments(TODAY, people);
    expect(day.length).toBeGreaterThanOrEqual(20);
    expect(day.length).toBeLessThanOrEqual(30);
    expect(new Set(day.map((t) => t.patid)).size).toBe(day.length);
    expect(new Set(day.map((t) => t.zimmer + t.time)).size).toBe(day.length);
    expect(day.map((t) => t.time)).toEqual(day.map((t) => t.time).sort());
    expect(makeAppointments(TODAY, people)).toEqual(day);
    expect(makeAppointments('2026-11-21', people).map((t) => t.patid)).not.toEqual(
      day.map((t) => t.patid),
    );
  });
});
