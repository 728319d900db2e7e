// Tests of generated practices: repeatable, accepted row by row, conforming to the billing rules,
// with expected counts equal to the sums of their rows.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { berlinDay, berlinTime } from '../../../../shared/base/dates.ts';
import {
  earliest01,
  earliest04,
  isInWindow,
} from '../../../../shared/analytics/billing/periods.ts';
import { compileCheck, isRefusal } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import {
  PVS_ENTITIES,
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { makePatients, makeAppointments } from '../people.ts';
import { dayNumber, dayText, easter, instant, isClosed, weekday } from './calendar.ts';
import { csvFolder } from './csv.ts';
import { generate, type GenerateOptions } from './generate.ts';
import type { Truth } from './truth.ts';

const YEARS = 1.5,
  TODAY = '2026-11-20',
  people = makePatients(TODAY),
  termine = makeAppointments(TODAY, people);
const OPTIONS: GenerateOptions = {
  template: 'small',
  years: YEARS,
  seed: 7,
  today: TODAY,
  demo: { patients: people, termine },
};
type Values = Readonly<Record<string, PvsValue>>;
interface Made {
  id: string;
  version: number;
  values: Values;
  isDeleted: boolean;
}
let rows: Map<PvsEntity, Made[]>, truth: Truth, folder: string;
const of = (entity: PvsEntity): Made[] => rows.get(entity) ?? [];
const kept = (entity: PvsEntity): Values[] =>
  of(entity)
    .filter((one) => !one.isDeleted)
    .map((one) => one.values);
const sum = (list: readonly Values[], field: string): number =>
  list.reduce((all, one) => all + Number(one[field]), 0);

/** Appointments are never at night: their day in Berlin equals the UTC day. */
const dayAt = (one: Values): string => dayText(Math.floor(Number(one['start']) / 86_400_000));

beforeAll(() => {
  rows = new Map();
  folder = mkdtempSync(path.join(tmpdir(), 'molar-demo-'));
  const csv = csvFolder(folder);
  truth = generate(OPTIONS, (entity, id, version, values, isDeleted) => {
    const list = rows.get(entity) ?? [];
    rows.set(entity, list);
    list.push({ id, version, values, isDeleted });
    csv.sink(entity, id, version, values, isDeleted);
  });
  csv.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('calendar', () => {
  it('handles Berlin time and its holidays', () => {
    for (const [day, time] of [
      ['2026-03-28', 480],
      ['2026-03-29', 480],
      ['2026-10-24', 1199],
      ['2026-10-25', 480],
      ['2026-07-01', 0],
    ] as const) {
      const at = instant(dayNumber(day), time);
      expect([berlinDay(at), berlinTime(at)]).toEqual([
        day,
        `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`,
      ]);
    }
    expect([2019, 2024, 2025, 2026, 2038].map((year) => dayText(easter(year)))).toEqual([
      '2019-04-21',
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2038-04-25',
    ]);
    expect(
      ['2026-05-14', '2026-05-25', '2026-12-24', '2026-05-15'].map((day) =>
        isClosed(dayNumber(day)),
      ),
    ).toEqual([true, true, true, false]);
  });
});

describe('rows', () => {
  it('the same seed yields the same rows; another seed other rows; first weeks stay the same', () => {
    const told = (seed: number): string[] => {
      const list: string[] = [];
      generate({ ...OPTIONS, years: 0.2, seed }, (entity, id, version, values) => {
        list.push(`${entity}${id}${version}${JSON.stringify(values)}`);
      });
      return list;
    };
    const once = told(3);
    expect(told(3)).toEqual(once);
    expect(told(4)).not.toEqual(once);
  });
  it('every entity occurs, every row is accepted, ids are unique, every reference resolves', () => {
    expect(PVS_ENTITIES.filter((entity) => of(entity).length === 0)).toEqual([]);
    const ids = new Map(
      PVS_ENTITIES.map((entity) => [entity, new Set(of(entity).map((one) => one.id))]),
    );
    expect(PVS_ENTITIES.filter((entity) => ids.get(entity)!.size !== of(entity).length)).toEqual(
      [],
    );
    const refused: unknown[] = [],
      lost: string[] = [];
    for (const entity of PVS_ENTITIES) {
      const check = compileCheck(entity, { lastDay: TODAY, fallback: null }),
        fields = PVS_FIELDS[entity],
        names = new Set(fields.map((field) => field.name));
      for (const one of of(entity)) {
        const foreign = Object.keys(one.values).filter((name) => !names.has(name));
        if (foreign.length > 0) refused.push([entity, one.id, foreign]);
        for (const field of fields)
          if (
            field.to &&
            one.values[field.name] != null &&
            !ids.get(field.to)!.has(String(one.values[field.name]))
          )
            lost.push(`${entity}.${field.name} ${String(one.values[field.name])}`);
        for (const field of fields)
          if (field.isRequired && one.values[field.name] == null)
            refused.push([entity, one.id, field.name]);
      }
      // Through the file format, like a real delivery.
      const [head, ...lines] = parse(readFileSync(path.join(folder, `${entity}.csv`)), {
        delimiter: ';',
      });
      expect(head).toEqual([
        'id',
        'geaendertAm',
        'geloescht',
        ...fields.map((field) => field.name),
      ]);
      for (const [at, [id, version, deleted, ...cells]] of lines.entries()) {
        const read = check(id, version, deleted, cells),
          want = of(entity)[at]!;
        if (isRefusal(read)) {
          refused.push([entity, id, read]);
          continue;
        }
        const same =
          want.isDeleted ||
          fields.every(
            (field, i) =>
              (read.values[i] ?? null) ===
              (typeof want.values[field.name] === 'boolean'
                ? Number(want.values[field.name])
                : (want.values[field.name] ?? null)),
          );
        if (!same || read.isDeleted !== want.isDeleted || read.version !== want.version)
          refused.push([entity, id, read.values, want.values]);
      }
    }
    expect(refused.slice(0, 3)).toEqual([]);
    expect(lost.slice(0, 5)).toEqual([]);
  });
  it('the counts equal the sums of the delivered rows', () => {
    const services = kept('leistung').filter((one) => one.storno === false),
      months = Object.values(truth.monate);
    expect(months.reduce((all, one) => all + one.umsatz, 0)).toBe(sum(services, 'betrag'));
    expect(truth.monate['2025-11']!.umsatz).toBe(
      sum(
        services.filter((one) => String(one.datum).startsWith('2025-11')),
        'betrag',
      ),
    );
    expect(truth.monate['2026-02']!.termine.WAHRGENOMMEN).toBe(
      kept('termin').filter(
        (one) => one.status === 'WAHRGENOMMEN' && dayAt(one).startsWith('2026-02'),
      ).length,
    );
    expect(truth.zeilen).toEqual(
      Object.fromEntries([...rows].map(([entity, list]) => [entity, list.length])),
    );
    expect(JSON.stringify([...rows])).not.toContain('"regel"');
  });
});

describe('demo practice', () => {
  it('its patients keep their numbers, today matches its board', () => {
    const known = new Map(of('patient').map((one) => [one.id, one.values]));
    expect(
      people
        .filter(
          (p) =>
            known.get(p.patid)?.nachname !== p.lastName ||
            known.get(p.patid)?.geburtsdatum !== p.geburtsdatum,
        )
        .map((p) => p.patid),
    ).toEqual([]);
    const today = of('termin')
      .filter((one) => dayAt(one.values) === TODAY)
      .map((one) => [
        one.id,
        one.values.patid,
        berlinTime(Number(one.values.start)),
        one.values.dauerMin,
      ]);
    expect(today).toEqual(termine.map((t) => [t.terminId, t.patid, t.time, t.minutes]));
  });
});

describe('realistic practice', () => {
  it('covers departures, every plan ending, cancelled, dunned and refunded invoices', () => {
    expect(
      new Set(
        kept('behandler')
          .filter((one) => one.austritt !== null)
          .map((one) => one.kuerzel),
      ),
    ).toEqual(new Set(['LA']));
    for (const status of [
      'VERWORFEN',
      'ABGELEHNT',
      'BEI_PATIENT',
      'GENEHMIGT',
      'ABGERECHNET',
      'IN_ARBEIT',
    ])
      expect(kept('hkp').map((one) => one.status)).toContain(status);
    expect(kept('patient').some((one) => one.zusammengefuehrtIn !== null)).toBe(true);
    expect(
      kept('patient')
        .map((one) => one.nachname)
        .join(''),
    ).toMatch(/[ßşŁğ]/);
    expect(
      kept('rechnung').some((one) => one.stornoAm !== null) &&
        kept('rechnung').some((one) => one.gutschriftZu !== null) &&
        kept('rechnung').some((one) => Number(one.mahnstufe) === 3) &&
        kept('zahlung').some((one) => one.art === 'RUECKLASTSCHRIFT'),
    ).toBe(true);
  });
  it('no work on Sundays or holidays; booked before begun, one chair per person', () => {
    const bad = kept('termin').filter((one) => {
      const day = Math.floor(Number(one.start) / 86_400_000);
      return dayText(day) !== TODAY && (weekday(day) === 0 || weekday(day) === 6 || isClosed(day));
    });
    expect(bad).toEqual([]);
    expect(
      kept('termin')
        .filter(
          (one) =>
            Number(one.angelegtAm) >= Number(one.start) ||
            (one.absageAm !== null &&
              (Number(one.absageAm) < Number(one.angelegtAm) ||
                Number(one.absageAm) > Number(one.start))),
        )
        .slice(0, 2),
    ).toEqual([]);
    const busy = kept('termin')
        .filter((one) => one.status === 'WAHRGENOMMEN')
        .sort((a, b) => Number(a.start) - Number(b.start)),
      last = new Map<PvsValue, number>();
    expect(
      busy.filter((one) => {
        const end = last.get(one.behandler!) ?? 0;
        last.set(one.behandler!, Number(one.start) + Number(one.dauerMin) * 60_000);
        return end > Number(one.start);
      }),
    ).toEqual([]);
  });
  it('respects statutory limits: 01, 04, 107, supportive therapy after evaluation', () => {
    const days = new Map<string, string[]>();
    for (const one of kept('leistung').filter(
      (l) => l.storno === false && ['01', '04', '107'].includes(String(l.nr)),
    )) {
      const key = `${String(one.patid).replace(/-2$/, '')} ${String(one.nr)}`;
      days.set(key, [...(days.get(key) ?? []), String(one.datum)]);
    }
    const broken: string[] = [];
    for (const [key, list] of days)
      for (const [at, day] of list.sort().entries()) {
        const before = list[at - 1],
          nr = key.split(' ')[1];
        if (
          before !== undefined &&
          (nr === '01'
            ? day < earliest01(before)
            : nr === '04'
              ? day < earliest04(before)
              : isInWindow('KJ', before, day))
        )
          broken.push(`${key} ${before} ${day}`);
      }
    expect(broken).toEqual([]);
    expect(
      kept('parfall').filter(
        (one) =>
          one.uptVon !== null && (one.bevAm === null || String(one.uptVon) <= String(one.bevAm)),
      ).length,
    ).toBe(0);
    expect(kept('parfall').some((one) => one.uptVon !== null)).toBe(true);
  });
  it('invoices equal their services, payments never exceed; finished plans are fully charged', () => {
    const lines = new Map<PvsValue, number>();
    for (const one of kept('leistung').filter((l) => l.storno === false && l.rechnungId !== null))
      lines.set(one.rechnungId!, (lines.get(one.rechnungId!) ?? 0) + Number(one.betrag));
    const bills = of('rechnung').filter(
      (one) => one.values.gutschriftZu === null && one.values.stornoAm === null,
    );
    expect(
      bills.filter((one) => lines.get(one.id) !== one.values.betrag).map((one) => one.id),
    ).toEqual([]);
    const paid = new Map<PvsValue, number>();
    for (const one of kept('zahlung'))
      paid.set(one.rechnungId!, (paid.get(one.rechnungId!) ?? 0) + Number(one.betrag));
    expect(
      of('rechnung')
        .filter((one) => Math.abs(paid.get(one.id) ?? 0) > Math.abs(Number(one.values.betrag)))
        .map((one) => one.id),
    ).toEqual([]);
    const done = of('hkp').filter(
        (one) => one.values.art === 'ZE' && one.values.eingegliedertAm !== null,
      ),
      ofPlan = (id: string): Values[] =>
        kept('leistung').filter((one) => one.hkpid === id && one.storno === false);
    expect(done.length).toBeGreaterThan(30);
    for (const one of done)
      expect([
        one.id,
        sum(ofPlan(one.id), 'betrag'),
        sum(
          ofPlan(one.id).filter((l) => l.kostentraeger === 'GKV'),
          'betrag',
        ),
      ]).toEqual([one.id, one.values.gesamt, one.values.festzuschuss]);
  });
  it('omitted positions are not charged and affect a few percent of the visits', () => {
    const charged = new Set(
      kept('leistung')
        .filter((one) => one.storno === false)
        .map(
          (one) =>
            `${String(one.patid)} ${String(one.datum)} ${String(one.nr)} ${String(one.zahn ?? '')}`,
        ),
    );
    const whole = truth.vergessen.filter(
      (one) => !['V06', 'P03', 'E03', 'E04', 'C01', 'E06'].includes(one.regel),
    );
    expect(
      whole.filter((one) => charged.has(`${one.patid} ${one.tag} ${one.nr} ${one.zahn}`)),
    ).toEqual([]);
    const visits = kept('termin').filter((one) => one.status === 'WAHRGENOMMEN').length,
      share = new Set(truth.vergessen.map((one) => `${one.patid}${one.tag}`)).size / visits;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.12);
    expect(new Set(truth.vergessen.map((one) => one.regel)).size).toBeGreaterThan(25);
    expect(truth.vergessen.every((one) => one.cents > 0 && one.menge > 0)).toBe(true);
  });
});
