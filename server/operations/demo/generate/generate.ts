// Generates a practice day by day: visits, no-shows, treatments, charges and their consequences.
// The same seed yields the same rows.

import type { DemoPatient, DemoAppointment } from '../people.ts';
import { closeBuckets, closeClaims } from './billing.ts';
import type { Books } from './appoint.ts';
import { bookDay } from './book.ts';
import { dayNumber, dayText, instant } from './calendar.ts';
import { emitMasters, isOpen, leaveOf, placesOf, TYPES } from './masters.ts';
import { addPatient } from './patients.ts';
import { emitRecalls, emitWaiting } from './recalls.ts';
import { createRng } from './rng.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';
import { newTruth, type Truth } from './truth.ts';
import { createWorld, wish, type Sink, type World } from './world.ts';

export interface GenerateOptions {
  readonly template: TemplateName;
  readonly years: number;
  readonly seed: number;
  /**
   * Today, `YYYY-MM-DD`: the day before is the last one with services, later services are planned.
   */
  readonly today: string;
  /**
   * Marks the data as synthetic in the practice's parameters, so that it is not mistaken for real
   * data.
   */
  readonly isSynthetic?: boolean;
  /** Different share of privately insured patients, for markets of several practices. */
  readonly pkvShare?: number;
  /** The demo's own patients, and its schedule for today. */
  readonly demo?: {
    readonly patients: readonly DemoPatient[];
    readonly termine: readonly DemoAppointment[];
  };
}
/** How far schedules are filled ahead. */
const AHEAD = 120;

/**
 * Passes rows to `sink` as they arise, each id once.
 * @returns the counts, and the deliberately omitted positions
 */
export function generate(options: GenerateOptions, sink: Sink): Truth {
  const run = begin(options, sink);
  while (run.step());
  return run.truth;
}
/** Generates the same in steps of a day, for callers that must let other work run in between. */
export function begin(
  options: GenerateOptions,
  sink: Sink,
): { readonly truth: Truth; /** False when finished. */ step(): boolean } {
  const rng = createRng(options.seed),
    end = dayNumber(options.today) - 1,
    start = end + 1 - Math.round(options.years * 365.2425);
  const template = {
      ...TEMPLATES[options.template],
      ...(options.pkvShare !== undefined && { pkvShare: options.pkvShare }),
    },
    truth = newTruth();
  const w = createWorld({
    rng,
    template,
    truth,
    start,
    end,
    horizon: end + AHEAD,
    places: placesOf(template, start, end),
    sink,
  });
  emitMasters(w, options.isSynthetic === true);
  const later = people(w, options.demo?.patients ?? []);
  const leaves = new Map(w.places.map((place) => [place.id, leaveOf(w, place)]));
  const books: Books = {
    queues: template.seats.map(() => []),
    checks: template.seats.map(() => []),
    leaves,
    arrivals: (template.active * 0.065) / 222,
    sharedTo: start - 1,
  };
  let day = start;
  return {
    truth,
    step() {
      if (day > w.horizon) return false;
      for (const known of later.get(day) ?? []) {
        const p = addPatient(w, day, true, known);
        if (day <= end) wish(w, p, 'KON', day + 1, day);
      }
      if (isOpen(day)) {
        if (day === end + 1 && options.demo) board(w, options.demo.termine);
        else bookDay(w, books, day);
      } else if (day === end + 1 && options.demo) board(w, options.demo.termine);
      closeBuckets(w, day);
      day += 1;
      if (day > w.horizon) finish(w, books);
      return day <= w.horizon;
    },
  };
}

/**
 * Patients on file on the first day, each with a next check-up in the future; demo patients who are
 * too young come later.
 */
function people(w: World, demo: readonly DemoPatient[]): Map<number, DemoPatient[]> {
  const later = new Map<number, DemoPatient[]>(),
    { rng, start, end } = w;
  for (const known of demo) {
    const birth = dayNumber(known.geburtsdatum);
    if (birth < start - 1000) {
      addPatient(w, start, false, known);
      continue;
    }
    const day = Math.min(end + 1, Math.max(start, birth + 280));
    later.set(day, [...(later.get(day) ?? []), known]);
  }
  while (w.pats.length < w.template.active * 0.97) addPatient(w, start, false);
  for (const p of w.pats) {
    const next = start + rng.below(p.weeks * 7);
    wish(w, p, p.isHome ? 'HAUS' : 'KON', next, next - 20 - rng.below(60));
    if (p.isCleaner) wish(w, p, 'PZR', start + rng.below(210), start - 5);
  }
  return later;
}
/** Today's schedule of the demo practice, as on its board. */
function board(w: World, termine: readonly DemoAppointment[]): void {
  for (const t of termine) {
    const day = dayNumber(t.day),
      type = Object.values(TYPES).find((one) => one.name === t.art) ?? TYPES.KON,
      place = w.places.find((one) => one.name === t.behandler || one.name === `Dr. ${t.behandler}`),
      made = day - 3 - w.rng.below(60);
    const [hour = 8, minute = 0] = t.time.split(':').map(Number),
      room = ['Zimmer 1', 'Zimmer 2', 'Prophylaxe'].indexOf(t.zimmer);
    w.emit('termin', t.terminId, day, {
      patid: t.patid,
      behandler: place?.id ?? null,
      zimmer: `Z${room + 1}`,
      terminart: type.id,
      start: instant(day, hour * 60 + minute),
      dauerMin: t.minutes,
      angelegtAm: instant(made, 600),
      status: 'BESTAETIGT',
      statusAm: instant(day - 1, 900),
      absageAm: null,
      absagegrund: null,
      ankunft: null,
      beginn: null,
      ende: null,
      neupatient: type.standard === 'NEUPATIENT',
      quelle: 'TELEFON',
      stichworte: null,
      hkpid: null,
    });
  }
  for (const place of w.places) {
    if (w.end + 1 < place.from || w.end + 1 > place.until) continue;
    for (const [from, to] of [
      [480, 750],
      [810, 1080],
    ] as const)
      w.emit('arbeitszeit', w.id('AZ'), w.end + 1, {
        behandler: place.id,
        datum: dayText(w.end + 1),
        von: from,
        bis: to,
        zimmer: `Z${place.seat + 1}`,
        typ: 'BEHANDLUNG',
      });
  }
}
function finish(w: World, books: Books): void {
  closeClaims(w);
  emitRecalls(w);
  emitWaiting(w, [...books.queues, ...books.checks]);
  for (const last of w.atEnd) last();
}
