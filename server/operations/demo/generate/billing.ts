// Generates money from services: claims to the KZV, private invoices with dunning, instalments,
// returned debits, credit notes and cancellations.

import { dayText, monthEnd, quarterEnd, yearOf } from './calendar.ts';
import type { Bucket, PatientModel, World } from './world.ts';

/**
 * Returns the claim of a service: prosthetics, perio and splints are claimed monthly, the rest
 * quarterly. Null while the claim is in the future.
 */
export function claimOf(w: World, day: number, area: string, cents: number): string | null {
  const isMonthly = area === 'ZE' || area === 'PAR' || area === 'KB',
    date = isMonthly ? monthEnd(day) + 5 : quarterEnd(day) + 8;
  if (date > w.end) return null;
  const text = dayText(day),
    key = isMonthly
      ? `K-${text.slice(0, 7)}-${area}`
      : `K-${text.slice(0, 4)}Q${Math.floor((Number(text.slice(5, 7)) - 1) / 3) + 1}`;
  const claim = w.claims.get(key);
  if (claim) claim.sum += cents;
  else w.claims.set(key, { date, sum: cents, area });
  return key;
}

function openBucket(w: World, patid: string, day: number, kind: string, wait: number): Bucket {
  const factoring =
    kind === 'PRIVAT' && w.template.hasFactoring && w.rng.chance(0.5) ? 'FACTORING' : kind;
  const bucket: Bucket = {
    id: w.id('R'),
    patid,
    close: day + wait,
    art: factoring,
    isLost: kind === 'PRIVAT' && w.rng.chance(0.02),
    isCancelled: w.rng.chance(0.01),
    sum: 0,
  };
  const list = w.closing.get(bucket.close);
  if (list) list.push(bucket);
  else w.closing.set(bucket.close, [bucket]);
  return bucket;
}
export interface Line {
  readonly rechnungId: string | null;
  readonly isLost: boolean;
}
/**
 * Collects a private service for some days, then invoices it; occasionally the invoice is
 * forgotten.
 */
export function privateLine(
  w: World,
  p: PatientModel,
  patid: string,
  day: number,
  cents: number,
): Line {
  if (!p.bucket || p.bucket.close < day || p.bucket.patid !== patid)
    p.bucket = openBucket(
      w,
      patid,
      day,
      'PRIVAT',
      4 + Math.min(45, Math.round(w.rng.logNormal(14, 0.6))),
    );
  return into(w, p.bucket, cents);
}
export const ownShareBucket = (w: World, patid: string, day: number): Bucket =>
  openBucket(w, patid, day, 'EIGENANTEIL', 5 + w.rng.below(10));
export function into(w: World, bucket: Bucket, cents: number): Line {
  bucket.sum += cents;
  return {
    rechnungId:
      bucket.isLost || bucket.close > w.end
        ? null
        : bucket.isCancelled
          ? `${bucket.id}-2`
          : bucket.id,
    isLost: bucket.isLost && bucket.close <= w.end,
  };
}

const FIRM = 'Dentalabrechnung Nord GmbH (erfunden)';
function pay(w: World, invoiceId: string, day: number, amount: number, kind = 'ZAHLUNG'): void {
  if (day <= w.end && amount !== 0)
    w.emit('zahlung', w.id('Z'), day, {
      rechnungId: invoiceId,
      datum: dayText(day),
      betrag: amount,
      art: kind,
    });
}
const numbers = new WeakMap<World, Map<number, number>>();
function nextNumber(w: World, day: number): string {
  const years = numbers.get(w) ?? new Map<number, number>(),
    year = yearOf(day),
    n = (years.get(year) ?? 0) + 1;
  numbers.set(w, years.set(year, n));
  return `${year}-${String(n).padStart(5, '0')}`;
}
type Bill = {
  patid: string | null;
  nummer: string;
  art: string;
  datum: string;
  faelligAm: string;
  betrag: number;
  mahnstufe: number;
  stornoAm: string | null;
  gutschriftZu: string | null;
  beanstandetAm: string | null;
  factoringfirma: string | null;
  stempel: string;
};
const billOf = (w: World, bucket: Bucket, date: number, more: Partial<Bill> = {}): Bill => ({
  patid: bucket.patid,
  nummer: nextNumber(w, date),
  art: bucket.art,
  datum: dayText(date),
  faelligAm: dayText(date + (bucket.art === 'FACTORING' ? 30 : 21)),
  betrag: bucket.sum,
  mahnstufe: 0,
  stornoAm: null,
  gutschriftZu: null,
  beanstandetAm: null,
  factoringfirma: bucket.art === 'FACTORING' ? FIRM : null,
  stempel: 'S1',
  ...more,
});

/**
 * Invoices that the practice collects itself; of all invoices, including factored ones, six in a
 * hundred are dunned and seven in a thousand lost.
 */
const SLOW = 0.1,
  BAD = 0.0125;
function send(w: World, bucket: Bucket, id: string, date: number): void {
  const { rng } = w,
    isFactoring = bucket.art === 'FACTORING';
  const isSlow = !isFactoring && rng.chance(SLOW),
    isBad = !isFactoring && rng.chance(BAD),
    paid =
      date +
      (isFactoring
        ? 2 + rng.below(4)
        : isSlow
          ? 32 + Math.min(120, Math.round(rng.logNormal(22, 0.8)))
          : 1 + Math.min(60, Math.round(rng.logNormal(15.5, 0.5))));
  const seen = Math.min(isBad ? Number.MAX_SAFE_INTEGER : paid, w.end),
    late = seen - (date + 21),
    reminder =
      isFactoring || !(isSlow || isBad) || late < 10 ? 0 : late < 30 ? 1 : late < 60 ? 2 : 3;
  const objected = rng.chance(0.014) ? date + 5 + rng.below(20) : Number.MAX_SAFE_INTEGER;
  w.emit(
    'rechnung',
    id,
    date,
    billOf(w, bucket, date, {
      mahnstufe: reminder,
      beanstandetAm: objected <= w.end ? dayText(objected) : null,
    }),
  );
  if (isBad) {
    pay(w, id, date + 180 + rng.below(90), bucket.sum, 'ABSCHREIBUNG');
  } else if (!isFactoring && bucket.sum > 30_000 && rng.chance(0.08)) {
    const part = Math.round(bucket.sum / 3);
    for (const [at, cents] of [part, part, bucket.sum - 2 * part].entries())
      pay(w, id, paid + at * 30, cents);
  } else if (!isFactoring && rng.chance(0.009)) {
    pay(w, id, paid, bucket.sum);
    pay(w, id, paid + 4, -bucket.sum, 'RUECKLASTSCHRIFT');
    pay(w, id, paid + 18, bucket.sum);
  } else pay(w, id, paid, bucket.sum);
  // Paid in full, then partly refunded.
  if (!isBad && rng.chance(0.008) && paid + 12 <= w.end) {
    const back = w.id('R'),
      cents = -Math.max(100, Math.round(bucket.sum * (0.05 + rng.next() * 0.25)));
    w.emit(
      'rechnung',
      back,
      paid + 10,
      billOf(w, bucket, paid + 10, {
        betrag: cents,
        gutschriftZu: id,
        art: bucket.art === 'FACTORING' ? 'PRIVAT' : bucket.art,
        factoringfirma: null,
      }),
    );
    pay(w, back, paid + 12, cents);
  }
}

/** Issues the invoices that are due today. */
export function closeBuckets(w: World, day: number): void {
  const due = w.closing.get(day);
  w.closing.delete(day);
  if (day > w.end) return;
  for (const bucket of due ?? []) {
    if (bucket.isLost || bucket.sum === 0) continue;
    if (bucket.isCancelled) {
      const again = Math.min(day + 4 + w.rng.below(6), w.end);
      w.emit('rechnung', bucket.id, day, billOf(w, bucket, day, { stornoAm: dayText(again) }));
      send(w, bucket, `${bucket.id}-2`, again);
    } else send(w, bucket, bucket.id, day);
  }
}
/** Claims to the KZV with its payments: nearly all of it some weeks later, the rest is cut. */
export function closeClaims(w: World): void {
  for (const [id, { date, sum, area }] of w.claims) {
    w.emit('rechnung', id, date, {
      patid: null,
      nummer: id.slice(2),
      art: 'KZV',
      datum: dayText(date),
      faelligAm: dayText(date + 60),
      betrag: sum,
      mahnstufe: 0,
      stornoAm: null,
      gutschriftZu: null,
      beanstandetAm: null,
      factoringfirma: null,
      stempel: 'S1',
    });
    const cut = area === 'ZE' ? 0 : Math.round(sum * w.rng.next() * 0.012),
      first = Math.round(sum * 0.8);
    pay(w, id, date + 25, first);
    pay(w, id, date + 85, sum - cut - first);
    pay(w, id, date + 100, cut, 'ABSCHREIBUNG');
  }
}
