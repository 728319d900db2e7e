/** Figures recomputed from the delivered rows, each straight from its definition. */

export type Cell = string | number | boolean | null | undefined;
export type Row = Readonly<Record<string, Cell>>;
/** The newest versions of the delivered rows, and the days of appointments. */
export interface Delivered {
  rows: (entity: string) => readonly Row[];
  readonly dayOfStart: ReadonlyMap<Row, string>;
}
/** Keeps the newest version of each row, without deleted ones. */
export function readDelivered(
  given: {
    entity: string;
    id: string;
    version: number;
    isDeleted: boolean;
    values: Readonly<Record<string, Cell>>;
  }[],
): Delivered {
  const newest = new Map<string, (typeof given)[number]>();
  for (const row of given) {
    const key = `${row.entity} ${row.id}`;
    if (row.version >= (newest.get(key)?.version ?? 0)) newest.set(key, row);
  }
  const found: Record<string, Row[]> = {};
  for (const { entity, id, isDeleted, values } of newest.values())
    if (!isDeleted) (found[entity] ??= []).push({ ...values, id });
  const dayOfStart = new Map((found['termin'] ?? []).map((row) => [row, dayOf(row['start'])]));
  return { rows: (entity) => found[entity] ?? [], dayOfStart };
}

const OPEN = ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'];
const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const dayOf = (at: unknown): string => berlin.format(Number(at));
const number = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const plus = (day: string, days: number): string =>
  new Date((number(day) + days) * 86_400_000).toISOString().slice(0, 10);
/** Same day of an earlier month, or its last one. */
function monthsBefore(day: string, months: number): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number],
    last = new Date(Date.UTC(y, m - months, 0)).getUTCDate();
  return new Date(Date.UTC(y, m - 1 - months, Math.min(d, last))).toISOString().slice(0, 10);
}
/** Adds up a field of rows. */
export const total = (list: readonly Row[], field: string): number =>
  list.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);
const quotient = (over: number, under: number): number | null =>
  under === 0 ? null : over / under;

/**
 * Cents of an invoice that fall to some of its services: whole cents, what is left goes to the
 * largest remainders, of equal ones to the first id.
 */
export function partOf(
  cents: number,
  services: readonly Row[],
  isChosen: (l: Row) => boolean,
): number {
  const all = total(services, 'betrag'),
    sum = all === 0 ? services.length : all;
  const parts = services.map((l) => {
    const product = cents * (all === 0 ? 1 : Number(l['betrag'])),
      rest = ((product % sum) + sum) % sum;
    return { l, cents: (product - rest) / sum, rest };
  });
  let left = cents - parts.reduce((n, one) => n + one.cents, 0);
  for (const one of parts.toSorted(
    (x, y) => y.rest - x.rest || (String(x.l['id']) < String(y.l['id']) ? -1 : 1),
  ))
    if (left > 0) {
      one.cents += 1;
      left -= 1;
    }
  return parts.reduce((n, one) => n + (isChosen(one.l) ? one.cents : 0), 0);
}

interface Appointment {
  readonly row: Row;
  readonly day: string;
  readonly person: string;
}
/** Rows of a span, and who is asked for. */
interface Asked {
  readonly rows: Delivered['rows'];
  readonly end: string;
  readonly today: string;
  readonly who: string;
  isIn: (day: unknown) => boolean;
  isOwn: (row: Row) => boolean;
  isKnown: (person: string) => boolean;
  person: (id: unknown) => string;
  wasServed: (a: Appointment) => boolean;
  isKept: (a: Appointment) => boolean;
  readonly services: readonly Row[];
  readonly appointments: readonly Appointment[];
  readonly kept: readonly Appointment[];
  readonly own: readonly Appointment[];
  readonly ownKept: readonly Appointment[];
}
type Figures = Record<string, number | null>;

function ask(
  { rows, dayOfStart }: Delivered,
  [from, to]: readonly [string, string],
  who: string,
  today: string,
): Asked {
  const end = to < today ? to : today;
  const isIn = (day: unknown): boolean => typeof day === 'string' && day >= from && day <= to;
  const isOwn = (row: Row): boolean => who === '' || row['behandler'] === who;
  const merged = new Map(rows('patient').map((row) => [row['id'], row['zusammengefuehrtIn']]));
  const person = (id: unknown): string => {
    const next = merged.get(id as string);
    return typeof next === 'string' && merged.has(next) ? person(next) : String(id);
  };

  const services = rows('leistung').filter(
    (l) => l['status'] !== 'GEPLANT' && l['storno'] !== true,
  );
  const served = new Set(services.map((l) => `${person(l['patid'])} ${l['datum']}`));
  const appointments = rows('termin').map((row) => ({
    row,
    day: dayOfStart.get(row)!,
    person: person(row['patid']),
  }));
  const wasServed = (a: Appointment): boolean => served.has(`${a.person} ${a.day}`);
  const isKept = (a: Appointment): boolean =>
    a.row['status'] === 'WAHRGENOMMEN' ||
    (a.day < today && OPEN.includes(String(a.row['status'])) && wasServed(a));
  const kept = appointments.filter(isKept),
    own = appointments.filter((a) => isIn(a.day) && isOwn(a.row)),
    ownKept = own.filter(isKept);
  return {
    rows,
    end,
    today,
    who,
    isIn,
    isOwn,
    isKnown: (id) => merged.has(id),
    person,
    wasServed,
    isKept,
    services,
    appointments,
    kept,
    own,
    ownKept,
  };
}

/** Revenue, fees and hours. */
function moneyAndHours({ services, ownKept, isIn, isOwn, person, wasServed }: Asked): Figures {
  const ownServices = services.filter((l) => isIn(l['datum']) && isOwn(l)),
    revenue = total(ownServices, 'betrag') / 100,
    fees = total(ownServices, 'honorar') / 100,
    hours = ownKept.reduce((sum, { row }) => sum + Number(row['dauerMin']), 0) / 60;
  return {
    umsatz: revenue,
    honorarumsatz: fees,
    behandlungsstunden: hours,
    stundensatz: quotient(fees, hours),
    umsatzJePatient: quotient(revenue, new Set(ownServices.map((l) => person(l['patid']))).size),
    dokumentationsluecke: quotient(ownKept.filter((a) => !wasServed(a)).length, ownKept.length),
  };
}

/** Cancelled and missed appointments. */
function failures({ appointments, own, isKept, today }: Asked): Figures {
  // Cancellations: of today, appointments up to the last one with an outcome are due.
  const lastKnown = Math.max(
    ...appointments
      .filter(
        (a) =>
          a.day === today && ['WAHRGENOMMEN', 'NICHT_ERSCHIENEN'].includes(String(a.row['status'])),
      )
      .map((a) => Number(a.row['start'])),
  );
  const due = own.filter(
    (a) =>
      (a.day < today || (a.day === today && Number(a.row['start']) <= lastKnown)) &&
      (isKept(a) || ['NICHT_ERSCHIENEN', 'ABGESAGT_PATIENT'].includes(String(a.row['status']))),
  );
  const dueWith = (status: string): number => due.filter((a) => a.row['status'] === status).length;
  return {
    absagequote: quotient(dueWith('ABGESAGT_PATIENT'), due.length),
    noShowQuote: quotient(dueWith('NICHT_ERSCHIENEN'), due.length),
    ausfallquote: quotient(dueWith('ABGESAGT_PATIENT') + dueWith('NICHT_ERSCHIENEN'), due.length),
  };
}

/** New and active patients. */
function patients({ rows, services, kept, isIn, isOwn, person, end }: Asked): Figures {
  const visits = [
    ...services.map((l) => ({
      person: person(l['patid']),
      day: String(l['datum']),
      isOwn: isOwn(l),
    })),
    ...kept.map((a) => ({ person: a.person, day: a.day, isOwn: isOwn(a.row) })),
  ];
  const first = new Map<string, string>();
  for (const { person: one, day } of visits) if (day < (first.get(one) ?? '9')) first.set(one, day);
  const recorded = new Map(rows('patient').map((row) => [row['id'], row['erstbesuch']]));
  const fresh = [...first].filter(([one, day]) => {
    const known = recorded.get(one);
    return (
      isIn(typeof known === 'string' && known < day ? known : day) &&
      visits.some((v) => v.person === one && v.day === day && v.isOwn)
    );
  });
  const active = new Set(
    services
      .filter(
        (l) => isOwn(l) && String(l['datum']) > monthsBefore(end, 24) && String(l['datum']) <= end,
      )
      .map((l) => person(l['patid'])),
  );
  return { neupatienten: fresh.length, aktivePatienten: active.size };
}

/** Accepted plans. */
function accepted({ rows, isIn, isOwn }: Asked): Figures {
  // Plans: each has 180 days to be begun.
  const plans = rows('hkp').filter(
    (h) => isIn(h['erstelltAm']) && isOwn(h) && h['status'] !== 'ALTERNATIVE',
  );
  const begun = plans.filter(
    (h) =>
      typeof h['begonnenAm'] === 'string' && h['begonnenAm'] <= plus(String(h['erstelltAm']), 180),
  );
  return {
    hkpAnnahme: quotient(begun.length, plans.length),
    hkpAnnahmeWert: quotient(total(begun, 'gesamt'), total(plans, 'gesamt')),
  };
}

/** Open items, and services without an invoice, at the end of the span. */
function unpaid({ rows, services, isOwn, who, end, today }: Asked): Figures {
  const invoices = new Map(rows('rechnung').map((r) => [r['id'], r]));
  const isValid = (r: Row): boolean =>
    String(r['datum']) <= end && ((r['stornoAm'] ?? null) === null || String(r['stornoAm']) > end);
  const mainOf = (r: Row): Row => invoices.get(r['gutschriftZu'] ?? '') ?? r;
  const balance = new Map<Row, number>();
  const add = (r: Row, cents: number): void => {
    if (isValid(mainOf(r))) balance.set(mainOf(r), (balance.get(mainOf(r)) ?? 0) + cents);
  };
  for (const r of invoices.values()) if (isValid(r)) add(r, Number(r['betrag']));
  const moneyOf = (z: Row): number =>
    z['art'] === 'RUECKLASTSCHRIFT'
      ? -Math.abs(Number(z['betrag']))
      : z['art'] === 'ABSCHREIBUNG'
        ? Math.abs(Number(z['betrag']))
        : Number(z['betrag']);
  for (const z of rows('zahlung')) {
    const r = invoices.get(z['rechnungId']);
    if (r && String(z['datum']) <= end) add(r, -moneyOf(z));
  }
  const onInvoice = new Map<unknown, Row[]>();
  for (const l of services)
    if (typeof l['rechnungId'] === 'string')
      onInvoice.set(l['rechnungId'], [...(onInvoice.get(l['rechnungId']) ?? []), l]);
  const shareOf = (r: Row, cents: number): number =>
    who === '' ? cents : partOf(cents, onInvoice.get(r['id']) ?? [], isOwn);
  const open = (isAsked: (r: Row) => boolean): number =>
    [...balance].reduce((sum, [r, cents]) => sum + (isAsked(r) ? shareOf(r, cents) : 0), 0) / 100;

  // Services without an invoice at the end of the span, older than a number of days.
  const isPrivate = (l: Row): boolean =>
    (l['kostentraeger'] ?? (l['system'] === 'BEMA' ? 'GKV' : '')) !== 'GKV';
  const unbilled = (age: number): number | null => {
    let cents = 0;
    for (const l of services) {
      if (!isOwn(l) || !isPrivate(l) || String(l['datum']) >= plus(end, -age)) continue;
      const r = invoices.get(l['rechnungId'] ?? '');
      if (r && isValid(r)) continue;
      // Billed on a day that was not delivered: then the past state is not known.
      const wasLater = r !== undefined && String(r['datum']) > end;
      if (l['status'] === 'ABGERECHNET' && !wasLater) {
        if (end < today) return null;
        continue;
      }
      cents += Number(l['betrag']);
    }
    return cents / 100;
  };
  return {
    offenePosten: open(() => true),
    offenPrivat: open((r) => r['art'] !== 'KZV'),
    offenKzv: open((r) => r['art'] === 'KZV'),
    nichtFakturiert: unbilled(7),
    nichtFakturiert30: unbilled(30),
  };
}

/** Answered recalls. The figure follows no practitioner: recalls name none. */
function recalled({ rows, services, kept, isIn, isKnown, person, who }: Asked): Figures {
  // Recalls: an appointment for one, or of its kind, within sixty days.
  const kinds = new Map(rows('terminarten').map((row) => [row['id'], row]));
  const ASKED = ['KONTROLLE', 'RECALL', 'PROPHYLAXE', 'UPT'];
  const isCheckUp = (a: Appointment): boolean => {
    const kind = kinds.get(a.row['terminart'] ?? '');
    if (kind) return kind['istRecall'] === true || ASKED.includes(String(kind['standardgruppe']));
    return (
      (a.row['terminart'] ?? null) === null &&
      services.some(
        (l) =>
          person(l['patid']) === a.person &&
          l['datum'] === a.day &&
          (l['bereich'] === 'PZR' || /^(01|IP1|UPT.*)$/.test(String(l['nr']))),
      )
    );
  };
  const checkUps = new Map<string, Appointment[]>();
  for (const a of kept) checkUps.set(a.person, [...(checkUps.get(a.person) ?? []), a]);
  const recalls = rows('recall').filter((c) => isIn(c['faelligAm']) && isKnown(person(c['patid'])));
  const answered = recalls.filter((c) =>
    (checkUps.get(person(c['patid'])) ?? []).some(
      (a) =>
        Math.abs(number(a.day) - number(String(c['faelligAm']))) <= 60 &&
        (a.row['id'] === c['terminId'] || isCheckUp(a)),
    ),
  );
  return { recallquote: who === '' ? quotient(answered.length, recalls.length) : null };
}

/** Use of the time for treatment. */
function usedTime({ rows, own, isIn, isOwn }: Asked): Figures {
  // Booked time of the time for treatment, each minute of a person once.
  const minutes = new Set<string>();
  for (const type of ['BEHANDLUNG', 'ABWESEND'])
    for (const a of rows('arbeitszeit')) {
      if (a['typ'] !== type || !isIn(a['datum']) || !isOwn(a)) continue;
      for (let m = Number(a['von']); m < Number(a['bis']); m += 1)
        minutes[type === 'BEHANDLUNG' ? 'add' : 'delete'](`${a['behandler']} ${a['datum']} ${m}`);
    }
  const booked = own
    .filter(
      (a) =>
        !['ABGESAGT_PATIENT', 'ABGESAGT_PRAXIS', 'VERSCHOBEN'].includes(String(a.row['status'])),
    )
    .reduce((sum, { row }) => sum + Number(row['dauerMin']), 0);
  return { auslastung: quotient(booked, minutes.size) };
}

/** Returns figures of a span, for one practitioner or (empty) all; money in euros. */
export function recompute(
  delivered: Delivered,
  span: readonly [string, string],
  who: string,
  today: string,
): Figures {
  const asked = ask(delivered, span, who, today);
  return {
    ...moneyAndHours(asked),
    ...failures(asked),
    ...patients(asked),
    ...accepted(asked),
    ...unpaid(asked),
    ...recalled(asked),
    ...usedTime(asked),
  };
}
