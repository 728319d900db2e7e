/** Rows around the visits of a generated practice: agreements, recalls, hours, absences, notes. */
import { TODAY, type Draw } from './draw.ts';
import type { Ids } from './master-data.ts';

/** Adds agreements on co-payments, some for fillings that were made. */
export function addCopayments(draw: Draw, ids: Ids): void {
  const { rows, size, r, int, pick, maybe, day, gone, put } = draw;
  for (let at = 0; at < 20 * size; at += 1)
    put(
      'mkv',
      `mk${at}`,
      {
        patid: pick(ids.patients),
        datum: day('2025-01-01', TODAY),
        zahn: maybe(0.5, pick(['16', '37', '46'])),
        betrag: int(9000),
      },
      gone(),
    );
  for (const row of rows.filter(
    (one) =>
      one.entity === 'leistung' &&
      one.id.startsWith('lx') &&
      !one.isDeleted &&
      String(one.values['nr']).startsWith('13'),
  ))
    if (r() < 0.4)
      put('mkv', `mv${row.id}`, {
        patid: row.values['patid'] ?? null,
        datum: row.values['datum'] ?? null,
        zahn: row.values['zahn'] ?? null,
        betrag: 5000,
      });
}

/** Adds recalls. */
export function addRecalls(draw: Draw, ids: Ids): void {
  const { size, pick, maybe, day, gone, put } = draw;
  for (let at = 0; at < 30 * size; at += 1)
    put(
      'recall',
      `c${at}`,
      {
        patid: pick(ids.patients),
        art: pick(['KONTROLLE', 'PZR']),
        intervallWochen: 26,
        faelligAm: day('2025-01-01', '2027-03-01'),
        status: maybe(
          0.9,
          pick(['NAECHSTER_RECALLTERMIN', 'RECALLTERMIN_VEREINBART', 'RECALLTERMIN_ERINNERT']),
        ),
        terminId: maybe(0.5, pick(ids.appointments)),
      },
      gone(),
    );
}

/** Adds entries of the waiting list. */
export function addWaitingList(draw: Draw, ids: Ids): void {
  const { size, pick, maybe, day, gone, put } = draw;
  for (let at = 0; at < 6 * size; at += 1)
    put(
      'warteliste',
      `w${at}`,
      {
        patid: pick(ids.patients),
        seit: day('2026-08-01', TODAY),
        bis: maybe(0.4, day('2026-11-01', '2027-01-01')),
        terminart: maybe(0.5, pick(ids.types)),
        behandler: maybe(0.5, pick(ids.practitioners)),
        dauerMin: maybe(0.7, 30),
      },
      gone(),
    );
}

/** Adds working hours of practitioners. */
export function addHours(draw: Draw, ids: Ids): void {
  const { size, r, int, pick, maybe, day, gone, put } = draw;
  for (let at = 0; at < 140 * size; at += 1) {
    const von = 7 * 60 + int(300);
    put(
      'arbeitszeit',
      `a${at}`,
      {
        behandler: pick(ids.practitioners),
        datum: r() < 0.3 ? day('2026-11-10', '2026-12-20') : day(),
        von,
        bis: von + 60 * (1 + int(6)),
        zimmer: maybe(0.8, pick(ids.rooms)),
        typ: pick(['BEHANDLUNG', 'BEHANDLUNG', 'BEHANDLUNG', 'VERWALTUNG', 'ABWESEND']),
      },
      gone(),
    );
  }
}

/** Adds absences of the staff. */
export function addAbsences(draw: Draw, ids: Ids): void {
  const { size, pick, day, after, gone, put } = draw;
  for (let at = 0; at < 8 * size; at += 1) {
    const von = day('2025-06-01', '2026-12-01');
    put(
      'fehlzeit',
      `e${at}`,
      {
        mitarbeiter: pick(ids.staff),
        von,
        bis: after(von, 14),
        art: pick(['KRANK', 'KRANK', 'URLAUB']),
      },
      gone(),
    );
  }
}

/** Adds notes of days. */
export function addNotes(draw: Draw, ids: Ids): void {
  const { size, pick, day, put } = draw;
  for (let at = 0; at < 40 * size; at += 1)
    put('tagesnotiz', `n${at}`, {
      patid: pick(ids.patients),
      datum: day('2026-10-01', TODAY),
      text: 'x',
    });
}
