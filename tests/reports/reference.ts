/**
 * Reference implementation of the key figures over the raw rows: no columns, no sorting, nothing
 * shared with the server but the definitions' texts.
 */
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { TODAY } from './random-practice/draw.ts';

type V = Record<string, string | number | boolean | null>;
interface Row extends V {
  id: string;
}
interface Line extends Row {
  pat: string;
  insuranceOf: string | null;
  zimmer: string | null;
  art: string | null;
  stichworte: string | null;
  stempel: string | null;
  bereich: string;
  traeger: string;
}
const DAY = 86_400_000;
const dayNumber = (d: string): number => Date.parse(d) / DAY;
const text = (n: number): string => new Date(n * DAY).toISOString().slice(0, 10);
const plus = (d: string, days: number): string => text(dayNumber(d) + days);
/** Returns the same day some months away, clamped to the end of the month. */
function monate(d: string, m: number): string {
  const [y, mo, da] = d.split('-').map(Number) as [number, number, number],
    first = new Date(Date.UTC(y, mo - 1 + m, 1)),
    last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return text(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(da, last)) / DAY);
}
const berlin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const dayAt = (at: number): string => berlin.format(at);
const quartal = (d: string): string =>
  `${d.slice(0, 4)}-${Math.floor((Number(d.slice(5, 7)) - 1) / 3)}`;
const quarterNumber = (d: string): number =>
  Number(d.slice(0, 4)) * 4 + Math.floor((Number(d.slice(5, 7)) - 1) / 3);
const alter = (born: string, d: string): number =>
  Number(d.slice(0, 4)) - Number(born.slice(0, 4)) - (d.slice(5) < born.slice(5) ? 1 : 0);
const code = (nr: unknown): string =>
  String(nr).replaceAll(' ', '').replace(/^Ae/, 'Ä').toUpperCase();

/**
 * Checks whether a keyword pattern matches, letter by letter: a word or consecutive words, with `*`
 * at either end as wildcard.
 */
const UMLAUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
function wordLists(text: string): string[] {
  const out = [''];
  for (const letter of text.toLowerCase()) {
    const plain = UMLAUT[letter] ?? letter;
    if (/^[a-z0-9]+$/.test(plain)) out[out.length - 1] += plain;
    else if (out.at(-1) !== '') out.push('');
  }
  return out.filter((word) => word !== '');
}
function matches(muster: string, stichworte: string): boolean {
  const wanted = wordLists(muster);
  return (
    wanted.length > 0 &&
    stichworte
      .split('|')
      .map(wordLists)
      .some((words) =>
        words.some((_, at) =>
          wanted.every((want, k) => {
            const word = words[at + k],
              opensFront = k === 0 && muster.startsWith('*'),
              opensBack = k === wanted.length - 1 && muster.endsWith('*');
            return (
              word !== undefined &&
              (opensFront && opensBack
                ? word.includes(want)
                : opensFront
                  ? word.endsWith(want)
                  : opensBack
                    ? word.startsWith(want)
                    : word === want)
            );
          }),
        ),
      )
  );
}

export interface Befund {
  zaehler: number | null;
  nenner: number | null;
  wert: number | null;
}

/** Returns the key figures of a practice for a filter, by key; money in euros. */
export function reference(
  rows: readonly RawRow[],
  f: PracticeReportFilter,
  muster: readonly { muster: string; gruppe: string }[] = [],
): Record<string, Befund> {
  const true_ = new Map<string, RawRow>();
  for (const row of rows) {
    const key = `${row.entity}|${row.id}`,
      known = true_.get(key);
    if (
      !known ||
      row.version > known.version ||
      (row.version === known.version && row.hash > known.hash)
    )
      true_.set(key, row);
  }
  const of = (entity: string): Row[] =>
    [...true_.values()]
      .filter((r) => r.entity === entity && !r.isDeleted)
      .map((r) => ({ ...(r.values as V), id: r.id }));
  const byId = (list: Row[]): Map<unknown, Row> => new Map(list.map((r) => [r.id, r]));
  const P = byId(of('patient')),
    heute = TODAY,
    S = f.bis < heute ? f.bis : heute;
  const mergedInto = (id: unknown): string => {
    const path = [String(id)];
    for (;;) {
      const to = P.get(path.at(-1))?.['zusammengefuehrtIn'];
      if (to === null || to === undefined || !P.has(to)) return path.at(-1)!;
      if (path.length > 100) return path[0]!;
      path.push(String(to));
    }
  };
  // Stamps and teams are known of practitioners even where the row is gone only as long as it is
  // true, as for everything else.
  const raw = (entity: string, id: unknown, field: string): unknown => {
    const r = true_.get(`${entity}|${String(id)}`);
    return r === undefined || r.isDeleted ? null : (r.values[field] ?? null);
  };
  const L = of('leistung')
    .filter((l) => l['storno'] !== true && l['status'] !== 'GEPLANT')
    .map((l): Row & { pat: string } => ({ ...l, pat: mergedInto(l['patid']), nr: code(l['nr']) }));
  const baseAppointments = of('termin').map((t): Row & { pat: string; tag: string } => ({
    ...t,
    pat: mergedInto(t['patid']),
    tag: dayAt(Number(t['start'])),
  }));
  /**
   * Outcome of an appointment: an unclosed one of a past day counts as kept if that day has a
   * service.
   */
  const statusOf = (t: Row & { pat: string; tag: string }): Row[string] => {
    const served = L.some((l) => l.pat === t.pat && l['datum'] === t.tag);
    if (t['status'] === null)
      return t.tag <= heute && served
        ? 'WAHRGENOMMEN'
        : t.tag < heute
          ? 'NICHT_ERSCHIENEN'
          : 'GEPLANT';
    return served &&
      t.tag < heute &&
      ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'].includes(String(t['status']))
      ? 'WAHRGENOMMEN'
      : (t['status'] ?? null);
  };
  const T = baseAppointments.map((t): Row & { pat: string; tag: string } => ({
    ...t,
    status: statusOf(t),
  }));
  const kept = T.filter((t) => t['status'] === 'WAHRGENOMMEN'),
    keptOn = (pat: string, d: string): (Row & { tag: string }) | undefined =>
      kept
        .filter((t) => t.pat === pat && t.tag === d)
        .sort((x, y) => Number(x['start']) - Number(y['start']) || (x.id < y.id ? -1 : 1))[0];
  const TID = byId(T);
  const word = (value: unknown): string | null => (typeof value === 'string' ? value : null),
    insuranceOf = (pat: string): string | null => word(P.get(pat)?.['versicherung']);
  const lines = L.map((l): Line => {
    const t =
      l['terminId'] !== null && TID.has(l['terminId'])
        ? TID.get(l['terminId'])
        : keptOn(l.pat, String(l['datum']));
    return {
      ...l,
      id: l.id,
      pat: l.pat,
      insuranceOf: insuranceOf(l.pat),
      zimmer: word(l['zimmer'] ?? t?.['zimmer']),
      art: word(t?.['terminart']),
      stichworte: word(t?.['stichworte']),
      stempel: word(l['stempel'] ?? raw('behandler', l['behandler'], 'stempel')),
      bereich: word(l['bereich']) ?? bereich(String(l['system']), String(l['nr'])),
      traeger:
        word(l['kostentraeger']) ??
        (l['system'] === 'BEMA' ? 'GKV' : insuranceOf(l.pat) === 'PKV' ? 'PKV' : 'EIGEN'),
    };
  });
  const has = (list: readonly string[], value: unknown): boolean =>
    list.length === 0 || list.includes(String(value));
  const isChosenPractitioner = (b: unknown): boolean =>
    has(f.behandler, b) &&
    (f.teams.length === 0 || f.teams.includes(String(raw('behandler', b, 'team'))));
  // Group of the type, otherwise of the first matching keyword pattern.
  const gruppe = (a: unknown, stichworte: unknown): string => {
    const own = raw('terminarten', a, 'standardgruppe');
    return typeof own === 'string'
      ? own
      : (muster.find((one) => typeof stichworte === 'string' && matches(one.muster, stichworte))
          ?.gruppe ?? '');
  };
  const isChosenType = (a: unknown, stichworte: unknown): boolean =>
    has(f.terminart, a) &&
    (f.termingruppe.length === 0 ||
      f.termingruppe.includes(String(raw('terminarten', a, 'gruppe'))) ||
      f.termingruppe.includes(gruppe(a, stichworte)));
  const isChosenLine = (l: Line): boolean =>
    isChosenPractitioner(l['behandler']) &&
    has(f.zimmer, l.zimmer) &&
    has(f.stempel, l.stempel) &&
    has(f.versicherung, l.insuranceOf) &&
    has(f.bereich, l.bereich) &&
    isChosenType(l.art, l.stichworte);
  const isChosenAppointment = (t: Row & { pat: string }): boolean =>
    isChosenPractitioner(t['behandler']) &&
    has(f.zimmer, t['zimmer']) &&
    has(f.versicherung, insuranceOf(t.pat)) &&
    isChosenType(t['terminart'], t['stichworte']) &&
    has(f.stempel, raw('behandler', t['behandler'], 'stempel'));
  const isChosenPatient = (pat: string): boolean =>
    f.versicherung.length === 0 ||
    (P.has(pat) && f.versicherung.includes(insuranceOf(pat) as 'GKV'));
  const within = (d: unknown, von = f.von, bis = f.bis): boolean =>
    typeof d === 'string' && d >= von && d <= bis;
  const chosen = lines.filter(isChosenLine),
    linesInSpan = chosen.filter((l) => within(l['datum'])),
    appointmentsInSpan = T.filter((t) => within(t.tag) && isChosenAppointment(t)),
    keptInSpan = appointmentsInSpan.filter((t) => t['status'] === 'WAHRGENOMMEN');
  const A = of('arbeitszeit').filter(
    (a) => a['typ'] === 'BEHANDLUNG' && Number(a['bis']) > Number(a['von']),
  );
  const isChosenHours = (a: Row): boolean =>
      isChosenPractitioner(a['behandler']) && has(f.zimmer, a['zimmer']) && within(a['datum']),
    AA = A.filter(isChosenHours);
  /** Minutes of a row in its room not covered by an earlier one, minute by minute. */
  const roomMinutes = (a: Row): number => {
    const earlier = A.filter(
      (o) =>
        o['zimmer'] === a['zimmer'] &&
        o['datum'] === a['datum'] &&
        (Number(o['von']) < Number(a['von']) || (o['von'] === a['von'] && o.id < a.id)),
    );
    let n = 0;
    for (let m = Number(a['von']); m < Number(a['bis']); m += 1)
      if (!earlier.some((o) => m >= Number(o['von']) && m < Number(o['bis']))) n += 1;
    return n;
  };

  // Invoices and the three ways to see money.
  const R = byId(of('rechnung')),
    Z = of('zahlung'),
    target = (r: Row): Row =>
      r['gutschriftZu'] !== null && R.has(r['gutschriftZu']) && r['gutschriftZu'] !== r.id
        ? R.get(r['gutschriftZu'])!
        : r;
  const onInvoice = (id: string): Line[] => lines.filter((l) => l['rechnungId'] === id),
    sumOn = (id: string): number => onInvoice(id).reduce((s, l) => s + Number(l['betrag']), 0);
  const booked: { l: Line; share: number; tag: string }[] = [];
  if (f.basis === 'leistung')
    for (const l of lines) booked.push({ l, share: 1, tag: String(l['datum']) });
  if (f.basis === 'rechnung') {
    for (const r of R.values()) {
      const t = target(r);
      if (r['stornoAm'] !== null || t['stornoAm'] !== null) continue;
      if (t === r || sumOn(r.id) !== 0)
        for (const l of onInvoice(r.id)) booked.push({ l, share: 1, tag: String(r['datum']) });
      else if (sumOn(t.id) !== 0)
        for (const l of onInvoice(t.id))
          booked.push({ l, share: Number(r['betrag']) / sumOn(t.id), tag: String(r['datum']) });
    }
  }
  const paid = (z: Row): number =>
    z['art'] === 'RUECKLASTSCHRIFT'
      ? -Math.abs(Number(z['betrag']))
      : z['art'] === 'ABSCHREIBUNG'
        ? Math.abs(Number(z['betrag']))
        : Number(z['betrag']);
  if (f.basis === 'zahlung') {
    for (const z of Z) {
      const r = R.get(z['rechnungId']);
      if (z['art'] === 'ABSCHREIBUNG' || !r) continue;
      const t = sumOn(r.id) !== 0 ? r : target(r);
      if (sumOn(t.id) !== 0)
        for (const l of onInvoice(t.id))
          booked.push({ l, share: paid(z) / sumOn(t.id), tag: String(z['datum']) });
    }
  }
  const BB = booked.filter((b) => within(b.tag) && isChosenLine(b.l));
  const money = (field: 'betrag' | 'honorar', is: (l: Line) => boolean = () => true): number =>
    BB.filter((b) => is(b.l)).reduce((s, b) => s + Number(b.l[field] ?? 0) * b.share, 0);
  const validOn = (r: Row, d: string): boolean =>
    String(r['datum']) <= d && (r['stornoAm'] === null || String(r['stornoAm']) > d);
  const open = (r: Row, d: string): number => {
    if (target(r) !== r || !validOn(r, d)) return 0;
    const notes = [...R.values()].filter((o) => o !== r && target(o) === r);
    return (
      Number(r['betrag']) +
      notes.filter((o) => validOn(o, d)).reduce((s, o) => s + Number(o['betrag']), 0) -
      Z.filter(
        (z) =>
          (z['rechnungId'] === r.id || notes.some((o) => o.id === z['rechnungId'])) &&
          String(z['datum']) <= d,
      ).reduce((s, z) => s + paid(z), 0)
    );
  };
  const patientOf = (r: Row): string | null =>
    r['patid'] === null ? null : mergedInto(r['patid']);
  const byServices =
    f.behandler.length +
      f.teams.length +
      f.zimmer.length +
      f.bereich.length +
      f.terminart.length +
      f.termingruppe.length >
    0;
  /**
   * Filtered share of an invoice's money: by practitioner, weighted by the sums of the services.
   */
  const shareOf = (r: Row): number => {
    if (!byServices) return 1;
    const all = onInvoice(target(r).id),
      own = all.filter(isChosenLine),
      total = all.reduce((n, l) => n + Number(l['betrag']), 0);
    return total === 0
      ? own.length / Math.max(1, all.length)
      : own.reduce((n, l) => n + Number(l['betrag']), 0) / total;
  };
  const isChosenInvoice = (r: Row): boolean => {
    const any = (): boolean => onInvoice(target(r).id).some(isChosenLine);
    if (byServices || (f.versicherung.length > 0 && patientOf(r) === null)) return any();
    return (
      has(f.stempel, r['stempel']) &&
      (patientOf(r) === null ? f.versicherung.length === 0 : isChosenPatient(patientOf(r)!))
    );
  };
  const invoices = (von: string, bis: string): Row[] => {
    const s = bis < heute ? bis : heute;
    return [...R.values()].filter(
      (r) =>
        within(r['datum'], von, bis) &&
        validOn(r, s > String(r['datum']) ? s : String(r['datum'])) &&
        isChosenInvoice(r),
    );
  };
  const invoicesInSpan = invoices(f.von, f.bis),
    sum = (list: readonly Row[], field: string): number =>
      list.reduce((s, r) => s + Number(r[field] ?? 0), 0);

  // Visits.
  const visitSet = new Map<
    string,
    { pat: string; tag: string; ok: boolean; hasServiceRow: boolean; hasAppointmentRow: boolean }
  >();
  const visit = (
    pat: string,
    tag: string,
  ): {
    pat: string;
    tag: string;
    ok: boolean;
    hasServiceRow: boolean;
    hasAppointmentRow: boolean;
  } => {
    const key = `${pat}|${tag}`;
    if (!visitSet.has(key))
      visitSet.set(key, { pat, tag, ok: false, hasServiceRow: false, hasAppointmentRow: false });
    return visitSet.get(key)!;
  };
  for (const l of lines) {
    const v = visit(l.pat, String(l['datum']));
    v.hasServiceRow = true;
    if (isChosenLine(l)) v.ok = true;
  }
  for (const t of kept) {
    const v = visit(t.pat, t.tag);
    v.hasAppointmentRow = true;
    if (isChosenAppointment(t)) v.ok = true;
  }
  const visits = [...visitSet.values()],
    visitsInSpan = visits.filter((v) => v.ok && within(v.tag)),
    distinct = (list: readonly { pat: string }[]): Set<string> => new Set(list.map((x) => x.pat));
  const daysOfPatient = (pat: string): string[] =>
      visits
        .filter((v) => v.pat === pat)
        .map((v) => v.tag)
        .sort(),
    seen = distinct(visitsInSpan);
  const fresh = [...distinct(visits)].filter((pat) => {
    const first = daysOfPatient(pat)[0]!,
      firstSeen = P.get(pat)?.['erstbesuch'] ?? null,
      day = firstSeen !== null && String(firstSeen) < first ? String(firstSeen) : first;
    return within(day) && visits.some((v) => v.pat === pat && v.tag === first && v.ok);
  });
  const back = [...seen].filter((pat) => {
    const days = daysOfPatient(pat);
    return visitsInSpan.some((v) => {
      if (v.pat !== pat) return false;
      const before = days.filter((d) => d < v.tag).at(-1);
      return before !== undefined && before < monate(v.tag, -18);
    });
  });
  const active = (d: string, m = 24): Set<string> =>
    distinct(chosen.filter((l) => String(l['datum']) > monate(d, -m) && String(l['datum']) <= d));
  const now = active(S),
    before = active(plus(f.von, -1)),
    planned = (pat: string, from: string): boolean =>
      T.some(
        (t) =>
          t.pat === pat &&
          t.tag >= from &&
          ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'].includes(String(t['status'])),
      );
  const adult = (pat: string): boolean => {
    const g = P.get(pat)?.['geburtsdatum'];
    return typeof g === 'string' && alter(g, S) >= 18;
  };
  const isPzr = (l: Line): boolean =>
      l.bereich === 'PZR' || (l['system'] === 'GOZ' && l['nr'] === '1040'),
    isUpt = (l: Line): boolean => l['system'] === 'BEMA' && String(l['nr']).startsWith('UPT'),
    days = (is: (l: Line) => boolean): Set<string> =>
      new Set(linesInSpan.filter(is).map((l) => `${l.pat}|${String(l['datum'])}`));
  const kch = new Set(
    linesInSpan
      .filter((l) => l['system'] === 'BEMA' && l.bereich === 'KCH' && l.traeger === 'GKV')
      .map((l) => `${l.pat}|${quartal(String(l['datum']))}`),
  ).size;
  const hours = (list: readonly Row[]): number => sum(list, 'dauerMin') / 60;

  const out: Record<string, Befund> = {},
    r6 = (x: number): number => Math.round(x * 1e6) / 1e6;
  const add = (key: string, z: number, n?: number, times = 1): void => {
    out[key] =
      n === undefined
        ? { zaehler: r6(z), nenner: null, wert: r6(z) }
        : { zaehler: r6(z), nenner: r6(n), wert: Math.abs(n) < 1e-9 ? null : r6((z / n) * times) };
  };
  const median = (key: string, list: number[]): void => {
    const s = [...list].sort((x, y) => x - y),
      m = s.length >> 1;
    out[key] = {
      zaehler: null,
      nenner: s.length,
      wert: s.length === 0 ? null : r6(s.length % 2 === 1 ? s[m]! : (s[m - 1]! + s[m]!) / 2),
    };
  };
  const E = 100;
  add('umsatz', money('betrag') / E);
  add('honorarumsatz', money('honorar') / E);
  add('umsatzJeBehandler', money('betrag') / E, new Set(BB.map((b) => b.l['behandler'])).size);
  add('behandlungsstunden', hours(keptInSpan));
  add('stundensatz', money('honorar') / E, hours(keptInSpan));
  add(
    'umsatzJeZimmerstunde',
    money('betrag', (l) => l.zimmer !== null) / E,
    AA.filter((a) => a['zimmer'] !== null).reduce((s, a) => s + roomMinutes(a), 0) / 60,
  );
  add(
    'umsatzJeTermin',
    sum(
      linesInSpan.filter((l) => visitSet.get(`${l.pat}|${String(l['datum'])}`)!.hasAppointmentRow),
      'betrag',
    ) / E,
    keptInSpan.length,
  );
  add('umsatzJePatient', money('betrag') / E, new Set(BB.map((b) => b.l.pat)).size);
  add(
    'fallwertGkv',
    sum(
      linesInSpan.filter((l) => l.traeger === 'GKV' && ['KCH', 'PAR', 'KB'].includes(l.bereich)),
      'betrag',
    ) / E,
    kch,
  );
  add(
    'punkteJeFall',
    linesInSpan
      .filter((l) => l['system'] === 'BEMA' && l.bereich === 'KCH' && l.traeger === 'GKV')
      .reduce((s, l) => s + Number(l['punkte'] ?? 0) * Number(l['menge']), 0),
    kch,
  );
  for (const [key, word] of [
    ['anteilGkv', 'GKV'],
    ['anteilPkv', 'PKV'],
    ['anteilEigen', 'EIGEN'],
  ] as const)
    add(key, money('betrag', (l) => l.traeger === word) / E, money('betrag') / E);
  add(
    'gkvAmPrivatumsatz',
    money('betrag', (l) => l.traeger !== 'GKV' && l.insuranceOf === 'GKV') / E,
    money('betrag', (l) => l.traeger !== 'GKV') / E,
  );
  for (const [key, words] of [
    ['patientenGkv', ['GKV']],
    ['patientenPkv', ['PKV']],
  ] as const)
    add(
      key,
      [...seen].filter((p) => (words as readonly unknown[]).includes(insuranceOf(p))).length,
      seen.size,
    );
  add('neupatienten', fresh.length);
  add('neupatientenquote', fresh.length, seen.size);
  add(
    'bindungNeu',
    fresh.filter((p) => {
      const d = daysOfPatient(p);
      return d.length > 1 && dayNumber(d[1]!) - dayNumber(d[0]!) <= 180;
    }).length,
    fresh.length,
  );
  add('aktivePatienten', now.size);
  add(
    'abwanderung',
    new Set(
      visits
        .filter((v) => v.ok && v.tag > monate(S, -24) && v.tag <= monate(S, -18))
        .filter(
          (v) =>
            daysOfPatient(v.pat)
              .filter((d) => d <= S)
              .at(-1) === v.tag && !planned(v.pat, plus(S, 1)),
        )
        .map((v) => v.pat),
    ).size,
    active(monate(S, -6)).size,
  );
  add(
    'patientenwachstum',
    fresh.length + back.length - [...before].filter((p) => !now.has(p)).length,
    now.size,
  );
  add('reaktiviert', back.length);
  const off = (t: Row): boolean =>
    ['ABGESAGT_PATIENT', 'ABGESAGT_PRAXIS', 'VERSCHOBEN'].includes(String(t['status']));
  add(
    'auslastung',
    sum(
      appointmentsInSpan.filter((t) => !off(t)),
      'dauerMin',
    ),
    AA.reduce((s, a) => s + Number(a['bis']) - Number(a['von']), 0),
  );
  add(
    'stuhlauslastung',
    sum(
      keptInSpan.filter((t) => t['zimmer'] !== null),
      'dauerMin',
    ),
    AA.filter((a) => a['zimmer'] !== null).reduce((s, a) => s + roomMinutes(a), 0),
  );
  add(
    'freieZeit',
    AA.filter((a) => String(a['datum']) >= heute).reduce(
      (s, a) => s + Number(a['bis']) - Number(a['von']),
      0,
    ) -
      sum(
        appointmentsInSpan.filter((t) => !off(t) && t.tag >= heute),
        'dauerMin',
      ),
  );
  const due = appointmentsInSpan.filter(
      (t) => t.tag <= heute && t['status'] !== 'VERSCHOBEN' && t['status'] !== 'ABGESAGT_PRAXIS',
    ),
    cancelledAt = (t: Row): number | null =>
      (t['absageAm'] ?? (off(t) ? t['statusAm'] : null)) as number | null,
    failed = due.filter(
      (t) => t['status'] === 'ABGESAGT_PATIENT' || t['status'] === 'NICHT_ERSCHIENEN',
    );
  add('absagequote', due.filter((t) => t['status'] === 'ABGESAGT_PATIENT').length, due.length);
  add('noShowQuote', due.filter((t) => t['status'] === 'NICHT_ERSCHIENEN').length, due.length);
  add('ausfallquote', failed.length, due.length);
  add(
    'kurzfristabsage',
    due.filter(
      (t) =>
        t['status'] === 'ABGESAGT_PATIENT' &&
        cancelledAt(t) !== null &&
        Number(t['start']) - cancelledAt(t)! < DAY,
    ).length,
    due.length,
  );
  const refilled = (t: Row & { tag: string }): number => {
    const others = T.filter(
      (o) =>
        o.id !== t.id &&
        o.tag === t.tag &&
        !off(o) &&
        o['status'] !== 'NICHT_ERSCHIENEN' &&
        (o['angelegtAm'] === null ||
          Number(o['angelegtAm']) >= (cancelledAt(t) ?? Number(t['start']))) &&
        (t['behandler'] !== null
          ? o['behandler'] === t['behandler']
          : t['zimmer'] !== null && o['zimmer'] === t['zimmer']),
    );
    let n = 0;
    for (let m = 0; m < Number(t['dauerMin']); m += 1) {
      const at = Number(t['start']) + m * 60_000;
      if (
        others.some(
          (o) =>
            at >= Number(o['start']) && at < Number(o['start']) + Number(o['dauerMin']) * 60_000,
        )
      )
        n += 1;
    }
    return n;
  };
  add(
    'wiederbelegung',
    failed.reduce((s, t) => s + refilled(t), 0),
    sum(failed, 'dauerMin'),
  );
  add(
    'ausfallkosten',
    Math.round(
      (failed.reduce((s, t) => s + Number(t['dauerMin']) - refilled(t), 0) / 60) *
        (hours(keptInSpan) === 0 ? 0 : money('honorar') / hours(keptInSpan)),
    ) / E,
  );
  median(
    'vorlaufzeit',
    appointmentsInSpan
      .filter((t) => t['angelegtAm'] !== null && Number(t['angelegtAm']) <= Number(t['start']))
      .map((t) => (Number(t['start']) - Number(t['angelegtAm'])) / DAY),
  );
  const begun = keptInSpan.filter((t) => t['beginn'] !== null);
  median(
    'wartezeit',
    begun.map(
      (t) =>
        Math.max(0, Number(t['beginn']) - Math.max(Number(t['start']), Number(t['ankunft'] ?? 0))) /
        60_000,
    ),
  );
  add(
    'puenktlichkeit',
    begun.filter((t) => Number(t['beginn']) - Number(t['start']) <= 600_000).length,
    begun.length,
  );
  const timed = begun.filter((t) => t['ende'] !== null);
  add(
    'dauertreue',
    timed.reduce((s, t) => s + Number(t['ende']) - Number(t['beginn']), 0) / 60_000,
    sum(timed, 'dauerMin'),
  );
  const past = visitsInSpan.filter((v) => v.tag <= heute);
  add(
    'wiedervorstellung',
    past.filter((v) =>
      T.some(
        (t) =>
          t.pat === v.pat &&
          t.tag > v.tag &&
          (t['angelegtAm'] === null || dayAt(Number(t['angelegtAm'])) <= v.tag) &&
          !(off(t) && (cancelledAt(t) === null || dayAt(cancelledAt(t)!) <= v.tag)),
      ),
    ).length,
    past.length,
  );
  const C = of('recall')
      .map((c): Row & { pat: string } => ({ ...c, pat: mergedInto(c['patid']) }))
      .filter((c) => isChosenPatient(c.pat)),
    cDue = C.filter((c) => within(c['faelligAm']));
  add(
    'recallquote',
    cDue.filter((c) =>
      kept.some(
        (t) =>
          t.pat === c.pat && Math.abs(dayNumber(t.tag) - dayNumber(String(c['faelligAm']))) <= 60,
      ),
    ).length,
    cDue.length,
  );
  // A kept appointment ends a recall, a missed or cancelled one leaves it open.
  const became = (c: Row): 'open' | 'agreed' | 'done' => {
    const t =
      c['terminId'] === null || c['terminId'] === undefined ? undefined : TID.get(c['terminId']);
    if (t)
      return t['status'] === 'WAHRGENOMMEN'
        ? 'done'
        : off(t) || t['status'] === 'NICHT_ERSCHIENEN'
          ? 'open'
          : 'agreed';
    return (c['terminId'] !== null && c['terminId'] !== undefined) ||
      c['status'] === 'RECALLTERMIN_VEREINBART' ||
      c['status'] === 'RECALLTERMIN_ERINNERT'
      ? 'agreed'
      : 'open';
  };
  const cActive = C.filter((c) => now.has(c.pat) && became(c) !== 'done');
  add(
    'recallTerminiert',
    distinct(cActive.filter((c) => became(c) === 'agreed')).size,
    distinct(cActive).size,
  );
  add(
    'recallUeberfaellig',
    C.filter(
      (c) =>
        String(c['faelligAm']) < heute &&
        became(c) === 'open' &&
        raw('patient', c.pat, 'aktiv') !== false &&
        !planned(c.pat, heute),
    ).length,
  );
  const yearPzr = distinct(
    chosen.filter(
      (l) => isPzr(l) && String(l['datum']) > monate(S, -12) && String(l['datum']) <= S,
    ),
  );
  add('pzrQuote', [...yearPzr].filter(adult).length, [...now].filter(adult).length);
  add('pzrJePatient', days(isPzr).size, distinct(linesInSpan.filter(isPzr)).size);
  const hygienist = (b: unknown): boolean => raw('behandler', b, 'art') === 'PROPHYLAXE';
  add(
    'prophylaxeStundensatz',
    money('honorar', (l) => hygienist(l['behandler'])) / E,
    hours(keptInSpan.filter((t) => hygienist(t['behandler']))),
  );
  add('uptAnteil', days(isUpt).size, days(isUpt).size + days(isPzr).size);
  const plan = (entity: string): Row[] =>
      of(entity).filter(
        (h) =>
          within(h['erstelltAm']) &&
          isChosenPractitioner(h['behandler']) &&
          isChosenPatient(mergedInto(h['patid'])),
      ),
    cases = plan('parfall');
  add('parTrichter', cases.filter((c) => c['uptVon'] !== null).length, cases.length);
  const exams = linesInSpan.filter((l) => l['system'] === 'BEMA' && l['nr'] === '01');
  add(
    'psiQuote',
    exams.filter((e) =>
      lines.some(
        (l) =>
          l.pat === e.pat &&
          l['system'] === 'BEMA' &&
          l['nr'] === '04' &&
          String(l['datum']) <= String(e['datum']) &&
          quarterNumber(String(l['datum'])) >= quarterNumber(String(e['datum'])) - 7,
      ),
    ).length,
    exams.length,
  );
  let uptDone = 0,
    uptDue = 0;
  for (const c of of('parfall')) {
    if (
      c['uptVon'] === null ||
      c['grad'] === null ||
      !isChosenPractitioner(c['behandler']) ||
      !isChosenPatient(mergedInto(c['patid']))
    )
      continue;
    const start = String(c['uptVon']),
      end = c['uptBis'] === null ? monate(start, 24) : String(c['uptBis']),
      parts = c['grad'] === 'A' ? 1 : c['grad'] === 'B' ? 2 : 3,
      months = 12 / parts;
    for (let y = Number(start.slice(0, 4)); y <= Number(end.slice(0, 4)); y += 1)
      for (let n = 0; n < parts; n += 1) {
        const from = text(Date.UTC(y, n * months, 1) / DAY),
          to = text(Date.UTC(y, (n + 1) * months, 0) / DAY);
        if (to < start || from > end || to < f.von || to > S) continue;
        uptDue += 1;
        if (
          lines.some(
            (l) =>
              l.pat === mergedInto(c['patid']) &&
              isUpt(l) &&
              String(l['datum']) >= start &&
              String(l['datum']) <= end &&
              String(l['datum']) >= from &&
              String(l['datum']) <= to,
          )
        )
          uptDone += 1;
      }
  }
  add('uptTreue', uptDone, uptDue);
  const half = (d: string): string => `${d.slice(0, 4)}${d.slice(5, 7) > '06' ? 'b' : 'a'}`,
    kids = new Set(
      visitsInSpan
        .filter((v) => {
          const g = P.get(v.pat)?.['geburtsdatum'];
          return typeof g === 'string' && alter(g, v.tag) >= 6 && alter(g, v.tag) <= 17;
        })
        .map((v) => `${v.pat}|${half(v.tag)}`),
    );
  add(
    'ipQuote',
    new Set(
      linesInSpan
        .filter((l) => l['system'] === 'BEMA' && l['nr'] === 'IP1')
        .map((l) => `${l.pat}|${half(String(l['datum']))}`)
        .filter((key) => kids.has(key)),
    ).size,
    kids.size,
  );
  const H = plan('hkp').filter((h) => h['status'] !== 'ALTERNATIVE'),
    touched = (h: Row): boolean =>
      h['terminAm'] !== null ||
      h['begonnenAm'] !== null ||
      lines.some((l) => l['hkpid'] === h.id) ||
      T.some(
        (t) =>
          t['hkpid'] === h.id &&
          ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER', 'WAHRGENOMMEN'].includes(
            String(t['status']),
          ),
      ),
    begunPlans = H.filter((h) => h['begonnenAm'] !== null);
  add('hkpAnnahme', begunPlans.length, H.length);
  add('hkpAnnahmeWert', sum(begunPlans, 'gesamt') / E, sum(H, 'gesamt') / E);
  add(
    'planungsquote',
    new Set(
      H.map((h) => mergedInto(h['patid'])).filter((pat, at) =>
        visitsInSpan.some((v) => v.pat === pat && v.tag === H[at]!['erstelltAm']),
      ),
    ).size,
    seen.size,
  );
  add(
    'patientenAnnahme',
    new Set(H.filter(touched).map((h) => mergedInto(h['patid']))).size,
    new Set(H.map((h) => mergedInto(h['patid']))).size,
  );
  const told = H.filter((h) => h['besprochenAm'] !== null);
  add('behandlungsAnnahme', sum(told.filter(touched), 'gesamt') / E, sum(told, 'gesamt') / E);
  const OPEN = ['ENTWURF', 'PRUEFUNG', 'BEI_PATIENT', 'BEI_KASSE', 'BEI_GUTACHTER'];
  /**
   * Checks whether a plan was open at the end of the day: it is still open, or its first ending
   * event came later.
   */
  const wasOpen = (h: Row): boolean => {
    if (String(h['erstelltAm']) > S || h['status'] === 'ALTERNATIVE') return false;
    if (OPEN.includes(String(h['status']))) return true;
    const ends = [
      h['genehmigtAm'],
      h['terminAm'],
      h['begonnenAm'],
      h['eingegliedertAm'],
      h['abgerechnetAm'],
      h['verworfenAm'],
    ];
    if (h['status'] === 'ABGELEHNT') ends.push(h['beantwortetAm']);
    if (h['status'] === 'SOFORT' || h['status'] === 'ANGENOMMEN_OHNE_KASSE')
      ends.push(h['angenommenAm']);
    const known = ends.filter((d) => typeof d === 'string');
    return S < heute && known.length > 0 && known.every((d) => d > S);
  };
  add(
    'hkpOffen',
    sum(
      of('hkp').filter(
        (h) =>
          wasOpen(h) &&
          isChosenPractitioner(h['behandler']) &&
          isChosenPatient(mergedInto(h['patid'])),
      ),
      'gesamt',
    ) / E,
  );
  const waits = invoicesInSpan
    .filter((r) => target(r) === r && onInvoice(r.id).length > 0)
    .map(
      (r) =>
        dayNumber(String(r['datum'])) -
        Math.max(...onInvoice(r.id).map((l) => dayNumber(String(l['datum'])))),
    );
  add(
    'zeitBisRechnung',
    waits.reduce((s, x) => s + x, 0),
    waits.length,
  );
  /** Checks whether a valid bill for the service existed at the end of the day. */
  const wasBilled = (l: Line): boolean => {
    const r = l['rechnungId'] === null ? undefined : R.get(l['rechnungId']),
      said = l['status'] === 'ABGERECHNET';
    if (r === undefined) return said;
    return String(r['datum']) <= S && (said || r['stornoAm'] === null || String(r['stornoAm']) > S);
  };
  const unbilled = (age: number): number =>
    sum(
      linesInSpan.filter(
        (l) => String(l['datum']) < plus(S, -age) && l.traeger !== 'GKV' && !wasBilled(l),
      ),
      'betrag',
    ) / E;
  add('nichtFakturiert', unbilled(7));
  add('nichtFakturiert30', unbilled(30));
  const openAt = [...R.values()]
      .filter((r) => String(r['datum']) <= S && isChosenInvoice(r))
      .map((r) => ({
        age: dayNumber(S) - dayNumber(String(r['datum'])),
        cents: open(r, S) * shareOf(r),
      })),
    openSum = (from: number, to: number): number =>
      openAt.filter((o) => o.age >= from && o.age <= to).reduce((s, o) => s + o.cents, 0) / E;
  add('offenePosten', openSum(0, Infinity));
  add('offen0bis30', openSum(0, 30));
  add('offen31bis60', openSum(31, 60));
  add('offen61bis90', openSum(61, 90));
  add('offenUeber90', openSum(91, Infinity));
  add(
    'ueberfaelligePosten',
    [...R.values()]
      .filter(
        (r) =>
          String(r['datum']) <= S &&
          isChosenInvoice(r) &&
          r['art'] !== 'KZV' &&
          r['faelligAm'] !== null &&
          String(r['faelligAm']) < S,
      )
      .map((r) => open(r, S) * shareOf(r))
      .filter((cents) => cents > 0)
      .reduce((s, cents) => s + cents, 0) / E,
  );
  const billed = (list: readonly Row[]): number =>
    list.reduce((all, r) => all + Number(r['betrag'] ?? 0) * shareOf(r), 0) / E;
  add(
    'factoringquote',
    billed(invoicesInSpan.filter((r) => r['art'] === 'FACTORING')),
    billed(invoicesInSpan.filter((r) => r['art'] !== 'KZV')),
  );
  add(
    'forderungsausfall',
    Z.filter(
      (z) =>
        z['art'] === 'ABSCHREIBUNG' &&
        within(z['datum']) &&
        R.has(z['rechnungId']) &&
        isChosenInvoice(R.get(z['rechnungId'])!),
    ).reduce((s, z) => s + paid(z) * shareOf(R.get(z['rechnungId'])!), 0) / E,
    billed(invoicesInSpan),
  );
  const own = invoicesInSpan.filter((r) => target(r) === r);
  add('beanstandungsquote', own.filter((r) => r['beanstandetAm'] !== null).length, own.length);
  const goz = linesInSpan.filter((l) => l['system'] === 'GOZ' && l['faktor'] !== null),
    base = (l: Line): number =>
      (l['punkte'] === null
        ? Number(l['honorar']) / (Number(l['faktor']) / 100)
        : Number(l['punkte']) * 5.62421 * Number(l['menge'])) / E;
  add(
    'mittlererFaktor',
    goz.reduce((s, l) => s + (base(l) * Number(l['faktor'])) / 100, 0),
    goz.reduce((s, l) => s + base(l), 0),
  );
  add('faktorUeber23', goz.filter((l) => Number(l['faktor']) > 230).length, goz.length);
  const isFilling = (l: Line): boolean =>
      l['system'] === 'BEMA' && ['13A', '13B', '13C', '13D'].includes(String(l['nr'])),
    back13 = linesInSpan.filter(
      (l) => isFilling(l) && l['zahn'] !== null && '45678'.includes(String(l['zahn'])[1]!),
    ),
    M = of('mkv');
  add(
    'mehrkostenquote',
    back13.filter((l) =>
      M.some(
        (m) =>
          mergedInto(m['patid']) === l.pat &&
          m['datum'] === l['datum'] &&
          (m['zahn'] === null || m['zahn'] === l['zahn']),
      ),
    ).length,
    back13.length,
  );
  // Proposals are tested in server/analytics/proposals; without any the figure is 0/0.
  add('vorschlagRealisiert', 0, 0);
  const surfaces = (l: Line): string => [...new Set(String(l['flaechen'] ?? ''))].sort().join(''),
    again = (l: Line): boolean => {
      const earlier = lines.filter(
          (o) =>
            o.pat === l.pat &&
            o['system'] === 'BEMA' &&
            /^13[A-H]$/.test(String(o['nr'])) &&
            o['zahn'] === l['zahn'] &&
            String(o['datum']) < String(l['datum']),
        ),
        last = earlier
          .map((o) => String(o['datum']))
          .sort()
          .at(-1);
      const own = earlier
        .filter((o) => o['datum'] === last)
        .map(surfaces)
        .sort((x, y) => x.length - y.length || (x < y ? -1 : 1))
        .at(-1);
      return (
        l['zahn'] !== null &&
        surfaces(l) !== '' &&
        own === surfaces(l) &&
        monate(last!, 24) >= String(l['datum'])
      );
    };
  add(
    'gewaehrleistung',
    linesInSpan.filter(isFilling).filter(again).length,
    linesInSpan.filter(isFilling).length,
  );
  add('fuellungenJe100', sum(linesInSpan.filter(isFilling), 'menge'), kch, 100);
  add(
    'dokumentationsluecke',
    keptInSpan.filter((t) => !visitSet.get(`${t.pat}|${t.tag}`)!.hasServiceRow).length,
    keptInSpan.length,
  );
  add(
    'onlineAnteil',
    appointmentsInSpan.filter((t) => t['quelle'] === 'ONLINE').length,
    appointmentsInSpan.length,
  );
  const staff = of('mitarbeiter').filter((m) => has(f.teams, m['team'])),
    total = dayNumber(f.bis) - dayNumber(f.von) + 1,
    posts = staff.reduce((s, m) => {
      let n = 0;
      for (let d = dayNumber(f.von); d <= dayNumber(f.bis); d += 1)
        if (
          (m['eintritt'] === null || dayNumber(String(m['eintritt'])) <= d) &&
          (m['austritt'] === null || dayNumber(String(m['austritt'])) >= d)
        )
          n += 1;
      return s + (Number(m['fte']) / 100) * (n / total);
    }, 0);
  add('umsatzJeMitarbeiter', money('betrag') / E, posts);
  const sick = staff.reduce((all, m) => {
    const own = of('fehlzeit').filter((e) => e['art'] === 'KRANK' && e['mitarbeiter'] === m.id),
      isHere = (d: string): boolean =>
        (m['eintritt'] === null || String(m['eintritt']) <= d) &&
        (m['austritt'] === null || String(m['austritt']) >= d);
    let days = 0;
    for (let d = dayNumber(f.von); d <= dayNumber(f.bis); d += 1)
      if (
        ![0, 6].includes(new Date(d * DAY).getUTCDay()) &&
        isHere(text(d)) &&
        own.some((e) => String(e['von']) <= text(d) && String(e['bis']) >= text(d))
      )
        days += 1;
    return all + days;
  }, 0);
  add('krankheitstage', sick, posts);
  return out;
}

/** Areas of the positions used by the random practices, listed by hand. */
function bereich(system: string, nr: string): string {
  const known: Record<string, string> = {
    'BEMA 01': 'KCH',
    'BEMA 04': 'KCH',
    'BEMA Ä1': 'KCH',
    'BEMA 13A': 'KCH',
    'BEMA 13B': 'KCH',
    'BEMA 13D': 'KCH',
    'BEMA IP1': 'IPFU',
    'BEMA UPTA': 'PAR',
    'BEMA UPTC': 'PAR',
    'BEMA 20A': 'ZE',
    'BEMA K1': 'KB',
    'GOZ 1040': 'PZR',
    'GOZ 2080': 'GOZ_KONS',
    'GOZ 2210': 'GOZ_PROTHETIK',
    'GOZ 9010': 'IMPLANTOLOGIE',
    'EIGEN PZR': 'PZR',
    'GOAE 5000': 'GOZ_KONS',
  };
  return known[`${system} ${nr}`] ?? 'unbekannt';
}
