// Generates a kept appointment: performs its treatment, writes the note, and creates the wish for
// the next one.

import { checkup, lookIn, recordTeeth } from './checkup.ts';
import { dayText } from './calendar.ts';
import { evaluate, flap, support, talk, therapy } from './perio.ts';
import { planCrown, planImplant } from './plans.ts';
import { implant, insert, prepare, tryIn } from './plan-treatment.ts';
import type { Plan } from './plan-path.ts';
import { answerRecall } from './recalls.ts';
import { extract, wound } from './surgery.ts';
import { clean, endo, fill, house, pain } from './treat.ts';
import { bema, forgets, goae, goz, note, own, type Visit } from './visit.ts';
import {
  ageIn,
  isAdult,
  isGkv,
  wish,
  type Kind,
  type PatientModel,
  type Place,
  type Wish,
  type World,
} from './world.ts';

export interface Kept {
  readonly id: string;
  readonly place: Place;
  readonly room: string;
  readonly day: number;
  readonly minute: number;
  readonly patid: string;
  readonly isNew: boolean;
}
/** Share of kept appointments without any service: charging was forgotten entirely. */
const UNDOCUMENTED = 0.008;

/** Visits that also include advice. */
const TALKS = new Set<Kind>(['FUE', 'END', 'CHI', 'EIN', 'PRA', 'NAK', 'IMP']);
export function keep(w: World, one: Wish, at: Kept): void {
  const { p } = one,
    { rng } = w;
  const owner =
    w.places.find(
      (place) =>
        place.isDentist &&
        place.seat === (at.place.isDentist ? at.place.seat : p.seat) &&
        at.day >= place.from &&
        at.day <= place.until,
    ) ?? w.places[0]!;
  const v: Visit = {
    w,
    p,
    patid: at.patid,
    text: dayText(at.day),
    minute: at.minute,
    behandler: at.place.id,
    abr: owner.id,
    room: at.room,
    terminId: at.id,
    notes: [],
    ...today(p, at.day),
  };
  if (rng.chance(UNDOCUMENTED)) {
    follow(v, one, at);
    return;
  }
  // Before eight and from eight in the evening a surcharge applies.
  if (isGkv(p) && at.minute >= 1200) bema(v, '03');
  if (isGkv(p) && at.place.isDentist && TALKS.has(one.kind) && rng.chance(0.9)) lookIn(v, 0.12);
  if (p.charted === 0) recordTeeth(v);
  act(v, one, at.isNew);
  // Where charging is forgotten, the treatment is at least documented in the note.
  const isWritten = rng.chance(0.985) || v.forgot.size > 0 || v.isShort === true;
  if (v.notes.length > 0 && isWritten)
    w.emit('tagesnotiz', w.id('N'), v.day, {
      patid: v.patid,
      datum: v.text,
      behandler: v.behandler,
      text: v.notes.join(' '),
    });
  follow(v, one, at);
}

function today(p: PatientModel, day: number): PatientModel['today'] {
  if (p.today.day !== day) p.today = { day, done: new Set(), forgot: new Set() };
  return p.today;
}

function act(v: Visit, one: Wish, isNew: boolean): void {
  const { w, p } = v,
    { rng } = w;
  switch (one.kind) {
    case 'KON':
    case 'NEU':
      checkup(v, isNew);
      break;
    case 'PZR':
      clean(v);
      break;
    case 'UPT':
      support(v);
      break;
    case 'FUE':
      fill(v, one.data as readonly string[]);
      break;
    case 'SCH':
      pain(v);
      if (isNew) note(v, 'Neuaufnahme über Schmerztermin.');
      break;
    case 'END':
      endo(v, one.data as Parameters<typeof endo>[1]);
      break;
    case 'CHI': {
      const data = one.data as { zahn?: string; flap?: boolean };
      if (data.flap === true) flap(v);
      else extract(v, data.zahn ?? '38');
      break;
    }
    case 'WUN':
      wound(v, one.data as Parameters<typeof wound>[1]);
      break;
    case 'PRA':
      prepare(v, (one.data as { plan: Plan }).plan);
      break;
    case 'EIN': {
      const data = one.data as { plan: Plan; isTrial?: boolean };
      if (data.isTrial === true) tryIn(v, data.plan);
      else insert(v, data.plan);
      break;
    }
    case 'IMP':
      implant(v, one.data as { plan: Plan; step: number });
      break;
    case 'ATG':
      talk(v);
      break;
    case 'PAR':
      therapy(v, one.data as Parameters<typeof therapy>[1]);
      break;
    case 'BEV':
      evaluate(v);
      break;
    case 'HAUS':
      house(v);
      break;
    case 'NAK':
      if (isGkv(p)) {
        bema(v, 'Ä925a');
        note(v, 'Röntgenkontrolle nach Eingliederung.');
      } else {
        goae(v, '5000');
        note(v, 'Röntgenkontrolle.');
      }
      break;
    case 'SKO':
      splint(v, one.data as { step: number });
      break;
    case 'BER':
    case 'BIM':
      advise(v);
      break;
  }
  if (!isGkv(p) && p.ins === 'SELBST' && rng.chance(0.01))
    own(v, 'Sportschutz', { cents: 9_500, area: 'SONSTIGE' });
}
function splint(v: Visit, data: { step: number }): void {
  const { w, p } = v;
  if (data.step === 0) {
    note(v, 'Aufbissschiene eingegliedert.');
    if (isGkv(p)) {
      bema(v, '2');
      bema(v, 'K1');
      own(v, 'BEL II', { cents: 0, labor: 14_500, area: 'LABOR', payer: 'GKV' });
    } else {
      goz(v, '7010');
      note(v, 'Scan mit Primescan.');
      if (!forgets(v, 'Z15', 0.05, 'GOZ', '0065')) goz(v, '0065');
      own(v, 'BEB', { cents: 0, labor: 18_500, area: 'LABOR' });
    }
    wish(w, p, 'SKO', v.day + 21, v.day, { step: 1 });
  } else {
    note(v, 'Schiene eingeschliffen.');
    if (isGkv(p)) bema(v, data.step === 1 ? 'K8' : 'K7');
    else goz(v, '7050');
    if (data.step < 2) wish(w, p, 'SKO', v.day + 60, v.day, { step: 2 });
  }
}
function advise(v: Visit): void {
  const { w, p } = v;
  note(v, 'Beratung, Alternativen und Kosten besprochen.');
  if (isGkv(p)) {
    lookIn(v, 0.15);
    if (!v.done.has('Ä1') && !v.done.has('01')) bema(v, '8');
  } else goae(v, '1');
  if (!isAdult(p, v.day)) return;
  if (w.rng.chance(0.14)) planCrown(v);
  else if (w.rng.chance(0.16)) planImplant(v);
}

function follow(v: Visit, one: Wish, at: Kept): void {
  const { w, p } = v,
    { rng } = w,
    { kind } = one;
  const isCheck = kind === 'KON' || kind === 'NEU' || (kind === 'SCH' && at.isNew);
  if (p.first > v.day || (at.isNew && p.last === 0)) p.first = v.day;
  p.last = v.day;
  if (p.years < 15 && isCheck) {
    p.years += 1;
    p.bonus = Math.min(12, p.bonus + (rng.chance(0.5) ? 1 : 0));
  }
  if (isCheck) {
    const weeks = p.weeks + (kind === 'NEU' ? 0 : rng.between(-4, 6));
    answerRecall(w, p, 'KONTROLLE', v.day, Math.max(12, p.weeks), at.id);
    if (
      rng.chance(kind === 'NEU' ? 0.22 : kind === 'SCH' ? 0.45 : ageIn(p, v.day) > 78 ? 0.16 : 0.05)
    ) {
      if (kind !== 'KON' || rng.chance(0.9)) p.isGone = true;
      if (p.par || p.open > 0) p.isGone = false;
      return;
    }
    const due = v.day + weeks * 7;
    wish(w, p, 'KON', due, rng.chance(0.3) ? v.day : due - 35 - rng.below(30));
  } else if (kind === 'PZR') {
    answerRecall(w, p, 'PZR', v.day, 30, at.id);
    wish(w, p, 'PZR', v.day + 155 + rng.below(90), rng.chance(0.45) ? v.day : v.day + 130);
  } else if (kind === 'UPT') answerRecall(w, p, 'UPT', v.day, 26, at.id);
  else if (kind === 'HAUS') wish(w, p, 'HAUS', v.day + 60 + rng.below(100), v.day + 30);
}
