// Billings submitted to a KZV, and the end of a quarter: the billable rest, the budget, and the
// remaining work.

import type { z } from 'zod';
import type {
  Quarter,
  quarterQuerySchema,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type {
  filingsSchema,
  newFilingSchema,
} from '../../../shared/analytics/billing/filings.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look, Work } from '../../platform/work.ts';
import { userOf } from './decide.ts';
import { askFollow } from './follow.ts';
import type { BillingLinks } from './links.ts';
import { filingsOf, addFiling, findFiling, undoFiling } from './store.ts';

export async function listFilings(
  look: Look,
  links: BillingLinks,
): Promise<z.input<typeof filingsSchema>> {
  const names = await links.people(look);
  return {
    items: (await filingsOf(look)).map(
      ({ id, kzv, bereich, zeitraum: span, mitFrueheren, by, at }) => ({
        id,
        kzv,
        bereich,
        zeitraum: span,
        mitFrueheren,
        von: names.get(by) ?? '',
        am: at,
      }),
    ),
  };
}
/**
 * Records a billing as submitted; a repeated id is idempotent.
 * @throws AppError `conflict` where it is recorded already
 */
export async function handIn(w: Work, input: z.output<typeof newFilingSchema>): Promise<void> {
  if (await findFiling(w, input.id)) return;
  if (
    (await filingsOf(w)).some(
      (one) =>
        one.kzv === input.kzv && one.bereich === input.bereich && one.zeitraum === input.zeitraum,
    )
  )
    throw new AppError('conflict');
  await addFiling(w, { ...input, by: userOf(w), at: w.now });
  await askFollow(w);
  await w.audit('abgabe.noted', {
    abgabe: input.id,
    kzv: input.kzv,
    bereich: input.bereich,
    zeitraum: input.zeitraum,
  });
}
/**
 * Withdraws a submitted billing: proposals that expired with it reopen.
 * @throws AppError `not_found`
 */
export async function undoHandIn(w: Work, id: string): Promise<void> {
  if (!(await findFiling(w, id))) throw new AppError('not_found');
  if (!(await undoFiling(w, id, userOf(w)))) return;
  await askFollow(w);
  await w.audit('abgabe.undone', { abgabe: id });
}

export async function readQuarter(
  look: Look,
  links: BillingLinks,
  { quartal: quarter, region, kzv }: z.output<typeof quarterQuerySchema>,
): Promise<Quarter> {
  const found = await links.queries.quartal(look, { quartal: quarter, kzv }),
    names = await links.people(look),
    unsigned = await links.fehlendeUnterschriften(look);
  let hvm: Quarter['hvm'] = null;
  if (region !== undefined) {
    const {
        kpis,
        zeilen: rows,
        spalten: columns,
        meta,
      } = await links.hvm(look, region, found.bis < found.heute ? found.bis : found.heute),
      of = (key: string): number | null => kpis.find((one) => one.key === key)?.wert ?? null;
    hvm = {
      region,
      istEingerichtet: !meta.hinweise.includes('hvmNichtEingerichtet'),
      einheit: columns.find((one) => one.key === 'verbrauch')?.typ === 'eur' ? 'EUR' : 'PUNKTE',
      verbrauch: rows.length === 0 ? null : of('hvmVerbrauch'),
      grenze: of('hvmGrenze'),
      auslastung: of('hvmAuslastung'),
      prognose: of('hvmPrognose'),
      hinweise: [...meta.hinweise],
    };
  }
  const at = found.punkte.findIndex((one) => one.was === 'unabgerechnet') + 1;
  return {
    ...found,
    hvm,
    bereiche: found.bereiche.map((one) => ({
      ...one,
      abgegeben: one.abgegeben && { ...one.abgegeben, von: names.get(one.abgegeben.von) ?? '' },
    })),
    punkte: [
      ...found.punkte.slice(0, at),
      {
        was: 'unterschriften',
        anzahl: unsigned,
        cents: null,
        geschaetzt: 0,
        ohneWert: 0,
        pfad: '/fehlend?tage=0',
      },
      ...found.punkte.slice(at),
    ],
  };
}
