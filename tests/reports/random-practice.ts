/**
 * Generates a small practice from a seed: every kind of row, gaps in deliveries, deletions, merges,
 * late and repeated versions.
 */
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../shared/analytics/deliveries/pvs.ts';
import type { KeywordPattern } from '../../shared/analytics/deliveries/keywords.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';

/** Patterns that match keywords of a generated practice; their order decides. */
export const KEYWORDS: readonly KeywordPattern[] = [
  { muster: '*kontrolle', gruppe: 'KONTROLLE' },
  { muster: 'PZR', gruppe: 'PROPHYLAXE' },
  { muster: 'füll*', gruppe: 'FUELLUNG' },
  { muster: 'ZE pr*', gruppe: 'ZE' },
];
export type Random = () => number;
/** Numbers from 0 to below 1, deterministic for a seed. */
export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
/** 20 November 2026, 10 o'clock in Berlin. */
export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const TODAY = '2026-11-20';
const DAY_MS = 86_400_000;

export function buildPractice(seed: number, size = 1): RawRow[] {
  const r = createRandom(seed),
    rows: RawRow[] = [];
  const int = (n: number): number => Math.floor(r() * n),
    pick = <T>(list: readonly T[]): T => list[int(list.length)]!,
    maybe = <T>(share: number, value: T): T | null => (r() < share ? value : null);
  // Edges of quarters, halves and years, days of the clock change and a leap day come more often
  // than by chance.
  const EDGES = [
    '2024-02-29',
    '2025-03-30',
    '2025-10-26',
    '2025-12-31',
    '2026-01-01',
    '2026-03-29',
    '2026-03-31',
    '2026-04-01',
    '2026-06-30',
    '2026-07-01',
    '2026-10-25',
    TODAY,
    '2026-11-21',
  ];
  const day = (from = '2024-01-01', to = '2027-02-01'): string => {
    if (r() < 0.1) {
      const near = EDGES.filter((e) => e >= from && e <= to);
      if (near.length > 0) return pick(near);
    }
    const a = Date.parse(from),
      b = Date.parse(to);
    return new Date(a + Math.floor(r() * ((b - a) / DAY_MS + 1)) * DAY_MS)
      .toISOString()
      .slice(0, 10);
  };
  const after = (from: string, days: number): string =>
    new Date(Date.parse(from) + int(days + 1) * DAY_MS).toISOString().slice(0, 10);
  const instant = (d: string): number =>
    Date.parse(`${d}T00:00:00Z`) + (5 * 60 + int(15 * 60)) * 60_000;
  const put = (
    entity: PvsEntity,
    id: string,
    values: Record<string, PvsValue>,
    isDeleted = false,
  ): void => {
    const all = Object.fromEntries(PVS_FIELDS[entity].map((f) => [f.name, values[f.name] ?? null]));
    const one: RawRow = {
      entity,
      id,
      version: 100 + int(3),
      hash: int(1_000_000),
      isDeleted,
      values: isDeleted ? {} : all,
    };
    rows.push(one);
    // An older state of the same row, and sometimes a duplicate.
    if (r() < 0.12)
      rows.push({
        ...one,
        version: 50,
        hash: int(1_000_000),
        isDeleted: r() < 0.2,
        values: { ...all, ...(entity === 'leistung' && { betrag: 777, datum: day() }) },
      });
    if (r() < 0.05) rows.push(one);
  };
  const gone = (): boolean => r() < 0.04;
  const ids = (word: string, n: number): string[] =>
    Array.from({ length: n }, (_, at) => `${word}${at + 1}`);
  const teams = ids('tm', 2),
    stempel = ids('s', 2),
    zimmer = ids('z', 3),
    arten = ids('ta', 6),
    behandler = ids('b', 4),
    persons = ids('m', 4),
    patienten = ids('p', 25 * size),
    plans = ids('h', 20 * size),
    rechnungen = ids('r', 40 * size),
    termine = ids('t', 160 * size);
  teams.forEach((id) => {
    put('teams', id, { name: `Team ${id}` });
  });
  stempel.forEach((id) => {
    put('stempel', id, { name: `Stempel ${id}` });
  });
  zimmer.forEach((id) => {
    put('zimmer', id, { name: `Zimmer ${id}` });
  });
  put('termingruppen', 'g1', { name: 'Gruppe 1' });
  arten.forEach((id, at) => {
    put('terminarten', id, {
      name: `Art ${id}`,
      gruppe: maybe(0.5, 'g1'),
      standardgruppe: maybe(
        0.8,
        pick(['KONTROLLE', 'RECALL', 'PROPHYLAXE', 'FUELLUNG', 'ZE', 'UPT']),
      ),
      dauerMin: 20 + at * 10,
      istRecall: at === 1,
    });
  });
  behandler.forEach((id, at) => {
    put('behandler', id, {
      name: `Behandler ${id}`,
      art: at === 3 ? 'PROPHYLAXE' : 'ZAHNARZT',
      team: maybe(0.8, pick(teams)),
      stempel: maybe(0.8, pick(stempel)),
      austritt: at === 2 ? '2026-02-15' : null,
    });
  });
  persons.forEach((id) => {
    put('mitarbeiter', id, {
      name: `Person ${id}`,
      fte: 25 * (1 + int(4)),
      team: maybe(0.8, pick(teams)),
      eintritt: maybe(0.5, day('2023-01-01', '2026-06-30')),
      austritt: maybe(0.2, day('2026-07-01', '2026-12-31')),
    });
  });
  const POSITIONS: [string, string, number, number | null][] = [
    ['BEMA', '01', 2304, 18],
    ['BEMA', '04', 1536, 12],
    ['BEMA', 'Ae1', 1152, 9],
    ['BEMA', '13a', 4096, 32],
    ['BEMA', '13 b', 4992, 39],
    ['BEMA', '13d', 7424, 58],
    ['BEMA', 'IP1', 2800, 20],
    ['BEMA', 'UPTa', 2304, 18],
    ['BEMA', 'UPT c', 640, 5],
    ['BEMA', '20a', 17529, 148],
    ['BEMA', 'K1', 13568, 106],
    ['GOZ', '1040', 362, 28],
    ['GOZ', '2080', 7204, 556],
    ['GOZ', '2210', 21686, 1678],
    ['GOZ', '9010', 19999, null],
    ['EIGEN', 'PZR', 9500, null],
    ['GOAE', '5000', 524, 50],
  ];
  POSITIONS.slice(0, 10).forEach(([system, nr], at) => {
    put('bemagoz', `k${at}`, { system, nr, text: `Position ${nr}` });
  });
  patienten.forEach((id, at) => {
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
        zusammengefuehrtIn: at > 2 && r() < 0.06 ? pick(patienten) : null,
      },
      gone() && at > 3,
    );
  });
  plans.forEach((id) => {
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
        patid: pick(patienten),
        behandler: maybe(0.9, pick(behandler)),
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
  for (let at = 0; at < 10 * size; at += 1) {
    const made = day('2024-01-01', TODAY),
      upt = maybe(0.7, after(made, 200));
    put(
      'parfall',
      `f${at}`,
      {
        patid: pick(patienten),
        behandler: maybe(0.9, pick(behandler)),
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
  rechnungen.forEach((id, at) => {
    const d = day('2024-01-01', TODAY),
      credit = at > 5 && r() < 0.1 ? pick(rechnungen.slice(0, at)) : null,
      amount = (credit === null ? 1 : -1) * (500 + int(40_000));
    put(
      'rechnung',
      id,
      {
        patid: maybe(0.9, pick(patienten)),
        nummer: `2026-${at}`,
        art: pick(['PRIVAT', 'EIGENANTEIL', 'KZV', 'FACTORING']),
        datum: d,
        faelligAm: maybe(0.8, after(d, 30)),
        betrag: amount,
        mahnstufe: maybe(0.5, int(4)),
        stornoAm: maybe(0.07, after(d, 60)),
        gutschriftZu: credit,
        beanstandetAm: maybe(0.08, after(d, 20)),
        stempel: maybe(0.5, pick(stempel)),
      },
      gone(),
    );
    for (let n = int(3); n > 0; n -= 1)
      put(
        'zahlung',
        `y${at}-${n}`,
        {
          rechnungId: id,
          datum: after(d, 90),
          betrag: int(20_000),
          art: pick(['ZAHLUNG', 'ZAHLUNG', 'ZAHLUNG', 'ABSCHREIBUNG', 'RUECKLASTSCHRIFT']),
        },
        gone(),
      );
  });
  termine.forEach((id) => {
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
        patid: pick(patienten),
        behandler: maybe(0.92, pick(behandler)),
        zimmer: maybe(0.85, pick(zimmer)),
        terminart: maybe(0.9, pick(arten)),
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
        hkpid: maybe(0.1, pick(plans)),
      },
      gone(),
    );
    // Most services belong to an appointment's day; references to appointments are given
    // occasionally.
    for (let n = r() < 0.65 ? 1 + int(3) : 0; n > 0; n -= 1)
      service(
        `l${id}-${n}`,
        rows.at(-1)!.values['patid'] === undefined
          ? pick(patienten)
          : String(rows.at(-1)!.values['patid'] ?? pick(patienten)),
        d,
        r() < 0.5 ? id : null,
      );
  });
  for (let at = 0; at < 60 * size; at += 1)
    service(`lx${at}`, pick(patienten), day('2023-06-01', TODAY), null);
  function service(id: string, patid: string, datum: string, terminId: string | null): void {
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
        behandler: pick(behandler),
        zimmer: maybe(0.7, pick(zimmer)),
        stempel: maybe(0.5, pick(stempel)),
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
        rechnungId: maybe(0.5, pick(rechnungen)),
        hkpid: maybe(0.15, pick(plans)),
      },
      gone(),
    );
  }
  for (let at = 0; at < 20 * size; at += 1)
    put(
      'mkv',
      `mk${at}`,
      {
        patid: pick(patienten),
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
  for (let at = 0; at < 30 * size; at += 1)
    put(
      'recall',
      `c${at}`,
      {
        patid: pick(patienten),
        art: pick(['KONTROLLE', 'PZR']),
        intervallWochen: 26,
        faelligAm: day('2025-01-01', '2027-03-01'),
        status: maybe(
          0.9,
          pick(['NAECHSTER_RECALLTERMIN', 'RECALLTERMIN_VEREINBART', 'RECALLTERMIN_ERINNERT']),
        ),
        terminId: maybe(0.5, pick(termine)),
      },
      gone(),
    );
  for (let at = 0; at < 6 * size; at += 1)
    put(
      'warteliste',
      `w${at}`,
      {
        patid: pick(patienten),
        seit: day('2026-08-01', TODAY),
        bis: maybe(0.4, day('2026-11-01', '2027-01-01')),
        terminart: maybe(0.5, pick(arten)),
        behandler: maybe(0.5, pick(behandler)),
        dauerMin: maybe(0.7, 30),
      },
      gone(),
    );
  for (let at = 0; at < 140 * size; at += 1) {
    const von = 7 * 60 + int(300);
    put(
      'arbeitszeit',
      `a${at}`,
      {
        behandler: pick(behandler),
        datum: r() < 0.3 ? day('2026-11-10', '2026-12-20') : day(),
        von,
        bis: von + 60 * (1 + int(6)),
        zimmer: maybe(0.8, pick(zimmer)),
        typ: pick(['BEHANDLUNG', 'BEHANDLUNG', 'BEHANDLUNG', 'VERWALTUNG', 'ABWESEND']),
      },
      gone(),
    );
  }
  for (let at = 0; at < 8 * size; at += 1) {
    const von = day('2025-06-01', '2026-12-01');
    put(
      'fehlzeit',
      `e${at}`,
      {
        mitarbeiter: pick(persons),
        von,
        bis: after(von, 14),
        art: pick(['KRANK', 'KRANK', 'URLAUB']),
      },
      gone(),
    );
  }
  for (let at = 0; at < 40 * size; at += 1)
    put('tagesnotiz', `n${at}`, {
      patid: pick(patienten),
      datum: day('2026-10-01', TODAY),
      text: 'x',
    });
  return rows;
}

/** The same rows in another order. */
export function shuffledRows<T>(list: readonly T[], r: Random): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(r() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
