/** One person of a generated practice: the patient, plans, dentures and findings. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { plusDays, type Draw } from './draw.ts';
import { EDGES, STEPS, TEETH, TODAY } from './tables.ts';

export interface Person {
  readonly id: string;
  readonly insurance: string;
  readonly isChild: boolean;
  /** Rules that may fire for this person. */
  readonly rules: readonly Rule[];
  /** Days of visits, some out of order. */
  readonly days: readonly string[];
  /** Id of the treatment and cost plan, which may not exist. */
  readonly plan: string;
}

/** Returns a day of birth: children near the ends of windows, births on the last days of months. */
function birth({ r, int, pick }: Draw, first: string): string {
  if (r() < 0.45) return plusDays(first, -int(2600));
  return r() < 0.5
    ? pick([
        '2008-01-31',
        '2008-02-29',
        '2011-05-31',
        '2019-10-31',
        '2010-12-30',
        '1990-08-31',
        '2020-02-29',
        '2022-01-31',
        '2023-08-30',
      ])
    : plusDays('1940-01-01', int(25_000));
}

/** Adds the person at this place of the practice. */
export function addPerson(draw: Draw, at: number, rules: readonly Rule[]): Person {
  const { r, int, pick, maybe, put } = draw;
  const id = `p${at}`;
  const first = r() < 0.5 ? pick(EDGES) : plusDays('2024-01-01', int(900));
  const needsCare = r() < 0.15;
  const born = birth(draw, first);
  const insurance = pick(['GKV', 'GKV', 'GKV', 'GKV', 'PKV', 'PKV', 'SELBST', 'SONST']);
  const isChild = born > '2009';
  const own = rules.filter(
    (rule) =>
      (insurance === 'GKV' ? rule.kasse !== 'PKV' || r() < 0.3 : rule.kasse !== 'GKV') &&
      (rule.alterBisM === null || isChild),
  );
  put(
    'patient',
    {
      vorname: 'A',
      nachname: `M${at}`,
      geburtsdatum: born,
      versicherung: insurance,
      kassenart: 'AOK',
      eingliederungshilfe: maybe(0.1, true),
      kooperationsvertrag: maybe(0.2, true),
      pflegegrad: needsCare ? 1 + int(5) : null,
      einrichtung: needsCare && r() < 0.5,
      zusammengefuehrtIn: at > 0 && r() < 0.08 ? `p${int(at)}` : null,
    },
    id,
  );
  const days: string[] = [];
  for (let day = first; day <= TODAY && days.length < 9; day = plusDays(day, pick(STEPS)))
    days.push(r() < 0.12 ? pick(EDGES) : day);
  const person = { id, insurance, isChild, rules: own, days, plan: `h${at}` };
  addFindings(draw, person, first);
  addPerioCase(draw, person, first);
  addPlan(draw, person, first);
  if (r() < 0.2)
    put('prothese', {
      patid: id,
      art: pick(['MODELLGUSS', 'TOTAL']),
      kiefer: 'OK',
      eingegliedertAm: pick(days),
    });
  if (r() < 0.3)
    put('kariesrisiko', { patid: id, datum: first, risiko: pick(['HOCH', 'NIEDRIG']) });
  return person;
}

function addFindings({ r, pick, put }: Draw, { id }: Person, first: string): void {
  if (r() >= 0.7) return;
  for (const zahn of TEETH.slice(0, 13))
    put('zahnbefund', {
      patid: id,
      datum: plusDays(first, -1),
      zahn,
      befund: pick(['ob', 'k', 'f', 'i', 'b', 'ww', 'fü', 'c', 'z']),
    });
}

function addPerioCase(draw: Draw, { id, days }: Person, first: string): void {
  const { r, int, pick, maybe, put } = draw;
  if (r() >= 0.4) return;
  const made = plusDays(first, int(60) - 30);
  const approved = r() < 0.75 ? plusDays(made, int(30)) : null;
  const upt = approved !== null && r() < 0.6 ? pick(days) : null;
  put('parfall', {
    patid: id,
    behandler: 'b0',
    grad: maybe(0.9, pick(['A', 'B', 'C'])),
    status:
      approved === null
        ? pick(['BEI_KASSE', 'ABGELEHNT', 'ENTWURF'])
        : pick(['GENEHMIGT', 'IN_ARBEIT', 'ABGERECHNET']),
    erstelltAm: made,
    genehmigtAm: approved,
    atgAm: maybe(0.3, plusDays(made, 20)),
    uptVon: upt,
    uptBis: upt === null ? null : plusDays(upt, 730),
    abgeschlossenAm: maybe(0.2, plusDays(made, 200 + int(600))),
    zaehneEinwurzelig: int(16),
    zaehneMehrwurzelig: int(10),
  });
}

function addPlan(draw: Draw, { id, days, plan }: Person, first: string): void {
  const { r, int, pick, maybe, put } = draw;
  if (r() >= 0.4) return;
  const thought = r() < 0.5 ? pick(days) : plusDays(first, int(60) - 30);
  const made = thought > TODAY ? TODAY : thought;
  const approved = maybe(0.55, plusDays(made, int(20)));
  put(
    'hkp',
    {
      patid: id,
      behandler: 'b0',
      art: pick(['ZE', 'ZE', 'KVA', 'IMPLANTAT']),
      status:
        approved === null
          ? pick(['ENTWURF', 'BEI_KASSE', 'ABGELEHNT'])
          : pick(['GENEHMIGT', 'IN_ARBEIT', 'EINGEGLIEDERT']),
      erstelltAm: made,
      angenommenAm: approved,
      genehmigtAm: approved,
      begonnenAm: approved === null ? null : maybe(0.7, plusDays(approved, int(20))),
      eingegliedertAm: approved === null ? null : maybe(0.4, plusDays(approved, 10 + int(200))),
      gesamt: 100_000,
      versorgungsart: pick(['REGEL', 'GLEICHARTIG', 'ANDERSARTIG', null]),
    },
    plan,
  );
  if (r() < 0.6)
    put('hkpposition', {
      hkpid: plan,
      system: 'BEMA',
      nr: '20a',
      befund: pick(['1.1', '1.4', '6.8', '7.3']),
    });
}
