// The key figures of proposals as tiles: name, value and what it is made of. Pure.

import type { BillingKpis } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import { addUp, money, type Worth } from '../../../ui/wording/worth.ts';
import type { BillingTexts } from '../proposals-texts.ts';
import { count, percent } from '../words.ts';

/** States of a proposal, in the order of the decision process. */
export const STATES = ['offen', 'vorgemerkt', 'umgesetzt', 'abgelehnt', 'verfallen'] as const;
const NOTHING = '–';

/** Describes each figure, in the order of the decision process. */
export function figuresOf(
  data: BillingKpis,
  t: BillingTexts,
  language: string,
  worth: Worth,
): { key: string; name: string; value: string; more: string }[] {
  const of = (
    share: { wert: number | null; zaehler: number; nenner: number },
    asMoney: boolean,
  ): string =>
    share.nenner === 0
      ? t('kennzahl.keine')
      : t('kennzahl.von', {
          a: asMoney ? money(share.zaehler, language) : count(share.zaehler, language),
          b: asMoney ? money(share.nenner, language) : count(share.nenner, language),
        });
  const days = data.tageBisEntscheid;
  const all = addUp(STATES.map((key) => data[key]));
  const withGuess = (text: string): string =>
    all.geschaetzt > 0 || all.ohneWert > 0 ? `${text} · ${t('kennzahl.mitGeschaetzt')}` : text;
  return [
    ...STATES.map((key) => ({
      key,
      name: t(`kennzahl.${key}`),
      value: worth.known(data[key]),
      more: [t('kennzahl.anzahl', { count: data[key].anzahl }), worth.doubt(data[key])]
        .filter((part) => part !== '')
        .join(' · '),
    })),
    {
      key: 'annahme',
      name: t('kennzahl.annahme'),
      value: data.annahme.wert === null ? NOTHING : percent(data.annahme.wert, language),
      more: of(data.annahme, false),
    },
    {
      key: 'realisiert',
      name: t('kennzahl.realisiert'),
      value: data.realisiert.wert === null ? NOTHING : percent(data.realisiert.wert, language),
      more: withGuess(of(data.realisiert, true)),
    },
    {
      key: 'je100',
      name: t('kennzahl.je100'),
      value:
        data.wertJe100Faelle.wert === null ? NOTHING : money(data.wertJe100Faelle.wert, language),
      more: withGuess(t('kennzahl.faelle', { n: count(data.wertJe100Faelle.nenner, language) })),
    },
    {
      key: 'tage',
      name: t('kennzahl.tage'),
      value: days === null ? NOTHING : t('kennzahl.tageN', { n: count(days.median, language, 1) }),
      more:
        days === null
          ? ''
          : t('kennzahl.tageSpanne', {
              von: count(days.von, language),
              bis: count(days.bis, language),
              n: count(days.anzahl, language),
            }),
    },
  ];
}
