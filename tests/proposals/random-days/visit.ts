/** One visit of a generated practice: services around a rule, notes, the appointment. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { addService, type Draw } from './draw.ts';
import type { Person } from './person.ts';
import { counted, fitting, wanted } from './rule-wishes.ts';
import { GROUPS, NOTES, TEETH } from './tables.ts';

interface Visit {
  readonly patient: string;
  readonly plan: string;
  readonly day: string;
  /** Day of the visit before. */
  readonly before: string | undefined;
  readonly rule: Rule;
  readonly tooth: string;
}

/** Adds the visit with this number: everything a rule looks at, or nearly so. */
export function addVisit(draw: Draw, person: Person, step: number): void {
  const { r, pick } = draw;
  const { rules, isChild, insurance, days } = person;
  const rule = pick(
    isChild && insurance === 'GKV' && r() < 0.4
      ? rules.filter((one) => one.alterBisM !== null)
      : rules,
  );
  const visit: Visit = {
    patient: person.id,
    plan: person.plan,
    day: days[step]!,
    before: days[step - 1],
    rule,
    tooth: pick(TEETH),
  };
  addWanted(draw, visit);
  addOthers(draw, visit);
  addRecords(draw, visit);
}

/** Adds the services that the rule needs, and those that it counts. */
function addWanted(draw: Draw, { patient, plan, day, before, rule, tooth }: Visit): void {
  const { r, pick, maybe, positionOf } = draw;
  for (const part of wanted(rule)) {
    const what = positionOf(pick(part.length > 0 ? part : ['B:01']));
    if (what)
      addService(draw, what, {
        patient,
        day,
        tooth: maybe(0.9, tooth),
        more: r() < 0.3 ? { hkpid: plan } : {},
      });
  }
  // Services it counts, on this visit or the one before.
  for (const token of counted(rule).filter(() => r() < 0.5)) {
    const what = positionOf(token);
    if (what)
      addService(draw, what, {
        patient,
        day: before !== undefined && r() < 0.5 ? before : day,
        tooth: maybe(0.9, tooth),
      });
  }
}

/** Adds a denture, services outside of the rule, forbidden ones, and some of its history. */
function addOthers(draw: Draw, { patient, day, before, rule, tooth }: Visit): void {
  const { r, pick, maybe, put, positionOf } = draw;
  if (rule.zusatz.includes('prothese') && r() < 0.5)
    put('prothese', { patid: patient, art: 'MODELLGUSS', kiefer: 'UK', eingegliedertAm: day });
  if (r() < 0.6) {
    const what = positionOf(
      pick([
        'B:01',
        'B:Ä1',
        'B:8',
        'G:1040',
        'B:*',
        'G:*',
        'B:40',
        'B:13b',
        'B:UPTa',
        'B:107',
        'O:1',
      ]),
    );
    if (what) addService(draw, what, { patient, day, tooth: maybe(0.5, pick(TEETH)) });
  }
  if (r() < 0.15) {
    const what = positionOf(pick(rule.heuteKeines.length > 0 ? rule.heuteKeines : ['B:04']));
    if (what) addService(draw, what, { patient, day, tooth: maybe(0.5, tooth) });
  }
  // Services that its history requires on the visit before.
  const history = [...rule.historieKeine, ...rule.historieNoetig];
  if (before !== undefined && history.length > 0 && r() < 0.5) {
    const what = positionOf(pick(history));
    if (what) addService(draw, what, { patient, day: before, tooth: maybe(0.9, tooth) });
  }
}

/** Adds the note, the appointment, an upload and a finding. */
function addRecords({ r, pick, put }: Draw, { patient, day, rule }: Visit): void {
  const fits = fitting(rule);
  if (r() < 0.8)
    put('tagesnotiz', {
      patid: patient,
      datum: day,
      behandler: 'b0',
      text: `${fits.length > 0 && r() < 0.7 ? pick(fits) : pick(NOTES)} ${r() < 0.4 || rule.zusatz.includes('dauer') ? pick(NOTES.filter((note) => !rule.zusatz.includes('dauer') || note.includes('Min.'))) : ''}`,
    });
  if (r() < 0.75) {
    const hour = pick([5, 6, 7, 9, 11, 17, 18, 19]),
      start = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
    put('termin', {
      patid: patient,
      behandler: 'b0',
      terminart: pick(GROUPS),
      start,
      // Made hours or days ahead, at the edge of four hours, or it is not delivered when.
      angelegtAm: [start - 3_600_000, start - 4 * 3_600_000, start - 97 * 3_600_000, null][
        hour % 4
      ]!,
      dauerMin: 30,
      status: pick(['WAHRGENOMMEN', 'WAHRGENOMMEN', 'WAHRGENOMMEN', 'NICHT_ERSCHIENEN']),
    });
  }
  if (r() < 0.1) put('epaupload', { patid: patient, datum: day });
  if (r() < 0.1)
    put('zahnbefund', {
      patid: patient,
      datum: day,
      zahn: pick(TEETH),
      befund: pick(['zst', 'f', 'k', 'z']),
    });
}
