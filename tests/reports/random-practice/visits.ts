/** Appointments and services of a generated practice. */
import { TODAY, type Draw } from './draw.ts';
import { POSITIONS, type Ids } from './master-data.ts';

interface Service {
  readonly id: string;
  readonly patid: string;
  readonly datum: string;
  readonly terminId: string | null;
}
function addService(draw: Draw, ids: Ids, { id, patid, datum, terminId }: Service): void {
  const { r, int, pick, maybe, gone, put } = draw;
  const [system, nr, honorar, punkte] = pick(POSITIONS),
    menge = 1 + (r() < 0.2 ? int(3) : 0),
    fee = honorar * menge,
    material = maybe(0.2, int(3000)),
    eigen = maybe(0.15, int(9000)),
    fremd = maybe(0.15, int(20_000));
  put(
    'leistung',
    id,
    {
      patid,
      behandler: pick(ids.practitioners),
      zimmer: maybe(0.7, pick(ids.rooms)),
      stempel: maybe(0.5, pick(ids.stamps)),
      terminId: terminId !== null && r() < 0.6 ? terminId : null,
      datum,
      system,
      nr,
      zahn: maybe(0.6, pick(['11', '16', '24', '37', '46', '54'])),
      flaechen: maybe(0.6, pick(['m', 'mo', 'om', 'mod'])),
      menge,
      punkte: maybe(0.9, punkte),
      faktor: system === 'GOZ' ? maybe(0.9, pick([100, 230, 230, 230, 280, 350])) : null,
      faktorgrund: maybe(0.1, 'schwierig'),
      honorar: fee,
      material,
      eigenlabor: eigen,
      fremdlabor: fremd,
      betrag: fee + (material ?? 0) + (eigen ?? 0) + (fremd ?? 0),
      bereich: maybe(0.2, pick(['KCH', 'ZE', 'SONSTIGE'])),
      kostentraeger: maybe(0.3, pick(['GKV', 'PKV', 'EIGEN'])),
      status: maybe(0.8, pick(['ERBRACHT', 'ABGERECHNET', 'ABGERECHNET', 'GEPLANT'])),
      storno: maybe(0.05, true),
      rechnungId: maybe(0.5, pick(ids.invoices)),
      hkpid: maybe(0.15, pick(ids.plans)),
    },
    gone(),
  );
}

/** Adds appointments, most with services on the same day. */
export function addAppointments(draw: Draw, ids: Ids): void {
  const { rows, r, int, pick, maybe, day, instant, gone, put } = draw;
  ids.appointments.forEach((id) => {
    const d = r() < 0.3 ? day('2026-11-10', '2026-12-20') : day(),
      start = instant(d),
      past = d <= TODAY;
    const status =
      r() < 0.15
        ? null
        : past
          ? pick([
              'WAHRGENOMMEN',
              'WAHRGENOMMEN',
              'WAHRGENOMMEN',
              'ABGESAGT_PATIENT',
              'ABGESAGT_PRAXIS',
              'VERSCHOBEN',
              'NICHT_ERSCHIENEN',
              'GEPLANT',
            ])
          : pick(['GEPLANT', 'BESTAETIGT', 'ABGESAGT_PATIENT', 'VERSCHOBEN']);
    put(
      'termin',
      id,
      {
        patid: pick(ids.patients),
        behandler: maybe(0.92, pick(ids.practitioners)),
        zimmer: maybe(0.85, pick(ids.rooms)),
        terminart: maybe(0.9, pick(ids.types)),
        start,
        dauerMin: 10 + 10 * int(9),
        angelegtAm: maybe(0.85, start - int(80 * 24) * 3_600_000),
        status,
        absageAm:
          status?.startsWith('ABGESAGT') === true ? maybe(0.8, start - int(90) * 3_600_000) : null,
        statusAm: maybe(0.3, start - int(50) * 3_600_000),
        ankunft: maybe(0.5, start - 900_000 + int(1800) * 1000),
        beginn: maybe(0.6, start - 300_000 + int(2400) * 1000),
        ende: maybe(0.5, start + int(5400) * 1000),
        quelle: maybe(0.8, pick(['TELEFON', 'ONLINE', 'VOR_ORT'])),
        stichworte: maybe(
          0.6,
          pick(['PZR', 'Füllung 36', 'Nachkontrolle', 'Kontrolle|PZR', 'ZE-Präp', 'VIP', ' | ']),
        ),
        hkpid: maybe(0.1, pick(ids.plans)),
      },
      gone(),
    );
    // Most services belong to an appointment's day; references to appointments are given
    // occasionally.
    for (let n = r() < 0.65 ? 1 + int(3) : 0; n > 0; n -= 1)
      addService(draw, ids, {
        id: `l${id}-${n}`,
        patid:
          rows.at(-1)!.values['patid'] === undefined
            ? pick(ids.patients)
            : String(rows.at(-1)!.values['patid'] ?? pick(ids.patients)),
        datum: d,
        terminId: r() < 0.5 ? id : null,
      });
  });
}

/** Adds services without an appointment. */
export function addSingleServices(draw: Draw, ids: Ids): void {
  const { size, pick, day } = draw;
  for (let at = 0; at < 60 * size; at += 1)
    addService(draw, ids, {
      id: `lx${at}`,
      patid: pick(ids.patients),
      datum: day('2023-06-01', TODAY),
      terminId: null,
    });
}
