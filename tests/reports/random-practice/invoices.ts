/** Invoices and payments of a generated practice. */
import { TODAY, type Draw } from './draw.ts';
import type { Ids } from './master-data.ts';

/** Adds invoices, some credit notes, each with its payments. */
export function addInvoices(draw: Draw, ids: Ids): void {
  const { r, int, pick, maybe, day, after, gone, put } = draw;
  ids.invoices.forEach((id, at) => {
    const d = day('2024-01-01', TODAY),
      credit = at > 5 && r() < 0.1 ? pick(ids.invoices.slice(0, at)) : null,
      amount = (credit === null ? 1 : -1) * (500 + int(40_000));
    put(
      'rechnung',
      id,
      {
        patid: maybe(0.9, pick(ids.patients)),
        nummer: `2026-${at}`,
        art: pick(['PRIVAT', 'EIGENANTEIL', 'KZV', 'FACTORING']),
        datum: d,
        faelligAm: maybe(0.8, after(d, 30)),
        betrag: amount,
        mahnstufe: maybe(0.5, int(4)),
        stornoAm: maybe(0.07, after(d, 60)),
        gutschriftZu: credit,
        beanstandetAm: maybe(0.08, after(d, 20)),
        stempel: maybe(0.5, pick(ids.stamps)),
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
}
