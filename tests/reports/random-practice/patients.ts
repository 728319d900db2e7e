/** Patients, plans and perio cases of a generated practice. */
import { TODAY, type Draw } from './draw.ts';
import type { Ids } from './master-data.ts';

/** Adds patients, some merged into others. */
export function addPatients(draw: Draw, ids: Ids): void {
  const { r, pick, maybe, day, gone, put } = draw;
  ids.patients.forEach((id, at) => {
    put(
      'patient',
      id,
      {
        vorname: 'Ä',
        nachname: `Müller ${at}`,
        geburtsdatum:
          at % 4 === 0 ? day('2009-01-01', '2019-12-31') : day('1940-01-01', '2008-12-31'),
        versicherung: pick(['GKV', 'GKV', 'GKV', 'PKV', 'SELBST', 'SONST']),
        kassenart: maybe(0.7, pick(['AOK', 'VDEK', 'BKK'])),
        wop: maybe(0.5, pick(['72', '71'])),
        plz: maybe(0.7, pick(['10115', '10117', '14195'])),
        aktiv: maybe(0.8, true),
        erstbesuch: maybe(0.3, day('2020-01-01', '2026-10-01')),
        quelle: maybe(0.4, pick(['Empfehlung', 'Internet'])),
        zusammengefuehrtIn: at > 2 && r() < 0.06 ? pick(ids.patients) : null,
      },
      gone() && at > 3,
    );
  });
}

/** Adds treatment and cost plans with the days of their steps. */
export function addPlans(draw: Draw, ids: Ids): void {
  const { r, int, pick, maybe, day, after, gone, put } = draw;
  ids.plans.forEach((id) => {
    const made = day('2024-06-01', TODAY),
      status = pick([
        'ENTWURF',
        'BEI_PATIENT',
        'BEI_KASSE',
        'GENEHMIGT',
        'TERMINIERT',
        'IN_ARBEIT',
        'EINGEGLIEDERT',
        'ABGERECHNET',
        'ALTERNATIVE',
        'ABGELEHNT',
        'VERWORFEN',
      ]),
      further = r();
    put(
      'hkp',
      id,
      {
        patid: pick(ids.patients),
        behandler: maybe(0.9, pick(ids.practitioners)),
        art: pick(['ZE', 'KVA', 'PAR']),
        status,
        grund: status === 'VERWORFEN' ? pick(['HKP zu teuer', 'keine Angabe']) : null,
        erstelltAm: made,
        besprochenAm: maybe(0.8, after(made, 10)),
        angenommenAm: maybe(0.6, after(made, 20)),
        gesendetAm: maybe(0.6, after(made, 20)),
        beantwortetAm: maybe(0.5, after(made, 40)),
        genehmigtAm: maybe(0.5, after(made, 40)),
        terminAm: further < 0.5 ? after(made, 60) : null,
        begonnenAm: further < 0.4 ? after(made, 80) : null,
        eingegliedertAm: further < 0.3 ? after(made, 120) : null,
        abgerechnetAm: further < 0.2 ? after(made, 150) : null,
        gueltigBis: maybe(0.4, after(made, 250)),
        gesamt: int(500_000),
        festzuschuss: maybe(0.7, int(100_000)),
        eigenanteil: maybe(0.7, int(200_000)),
      },
      gone(),
    );
  });
}

/** Adds perio cases with the days of their steps. */
export function addPerioCases(draw: Draw, ids: Ids): void {
  const { size, int, pick, maybe, day, after, gone, put } = draw;
  for (let at = 0; at < 10 * size; at += 1) {
    const made = day('2024-01-01', TODAY),
      upt = maybe(0.7, after(made, 200));
    put(
      'parfall',
      `f${at}`,
      {
        patid: pick(ids.patients),
        behandler: maybe(0.9, pick(ids.practitioners)),
        grad: maybe(0.9, pick(['A', 'B', 'C'])),
        status: 'GENEHMIGT',
        erstelltAm: made,
        genehmigtAm: maybe(0.8, after(made, 30)),
        atgAm: maybe(0.6, after(made, 60)),
        aitVon: maybe(0.6, after(made, 80)),
        aitBis: maybe(0.5, after(made, 100)),
        bevAm: maybe(0.5, after(made, 150)),
        uptVon: upt,
        uptBis: upt === null ? null : maybe(0.5, after(upt, 700)),
        wert: int(100_000),
      },
      gone(),
    );
  }
}
