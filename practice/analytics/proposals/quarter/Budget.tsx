// The budget of a quarter: the used part of the fee limit, and the forecast.

import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Quarter } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { money } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, percent } from '../words.ts';

/** Share from which a budget counts as nearly used up. */
const CLOSE = 0.9;

export function Budget({ hvm }: { hvm: Quarter['hvm'] }) {
  const t = useBillingTexts(),
    language = useLanguage();
  const amount = (value: number, unit: 'EUR' | 'PUNKTE'): string =>
    unit === 'EUR' ? money(value * 100, language) : t('punkte', { n: count(value, language) });
  return (
    <section className="p-card ab-part" aria-labelledby="ab-budget">
      <h2 id="ab-budget" className="ab-h2">
        {t('hvm.titel')}
      </h2>
      {hvm === null ? (
        <p className="p-muted">{t('hvm.ohneKzv')}</p>
      ) : !hvm.istEingerichtet ? (
        <p className="p-muted">{t('hvm.ohneGrenze')}</p>
      ) : (
        <>
          {hvm.auslastung !== null && (
            <p>
              <StateWord
                tone={hvm.auslastung >= 1 ? 'bad' : hvm.auslastung >= CLOSE ? 'warn' : 'ok'}
                icon={hvm.auslastung >= CLOSE ? IconAlertTriangle : IconCircleCheck}
              >
                {t('hvm.auslastung', { n: percent(hvm.auslastung, language) })}
              </StateWord>
            </p>
          )}
          <dl className="ab-figures">
            {(['verbrauch', 'grenze', 'prognose'] as const).map((key) => (
              <div key={key} className="ab-figure">
                <dt>{t(`hvm.${key}`)}</dt>
                <dd className="p-tabular">
                  <strong>{hvm[key] === null ? '–' : amount(hvm[key], hvm.einheit)}</strong>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
