// The open points of a quarter, each with a link to the place where it is solved.

import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Quarter } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useWorth } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, periodName } from '../words.ts';

/** The days that are left and the open points. */
export function OpenPoints({ data }: { data: Quarter }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    isOver = data.tageUebrig < 0 || data.heute > data.bis;
  return (
    <section className="p-card ab-part" aria-labelledby="ab-count">
      <h2 id="ab-count" className="ab-h2">
        {isOver
          ? t('quartal.vorbei', {
              quartal: periodName(data.quartal),
              bis: dayText(data.bis, language),
            })
          : data.tageUebrig === 0
            ? t('quartal.heute', { quartal: periodName(data.quartal) })
            : t(data.tageUebrig === 1 ? 'quartal.nochEin' : 'quartal.noch', {
                n: data.tageUebrig,
                bis: dayText(data.bis, language),
              })}
      </h2>
      <ul className="ab-checks">
        {data.punkte.map((point) => (
          <OpenPoint key={point.was} point={point} />
        ))}
      </ul>
      {data.stand !== null && (
        <p className="p-small p-muted">{t('stand', { am: showInstant(data.stand, language) })}</p>
      )}
    </section>
  );
}

function OpenPoint({
  point: { was, anzahl, cents, geschaetzt, ohneWert, pfad },
}: {
  point: Quarter['punkte'][number];
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  const tone = anzahl === null ? 'off' : anzahl === 0 ? 'ok' : 'warn',
    Icon = anzahl === null ? IconCircleDashed : anzahl === 0 ? IconCircleCheck : IconAlertTriangle;
  return (
    <li>
      <StateWord tone={tone} icon={Icon}>
        {anzahl === null
          ? t('punkt.unbekannt')
          : anzahl === 0
            ? t('punkt.fertig')
            : t('punkt.offen', { n: count(anzahl, language) })}
      </StateWord>
      <span className="ab-check-name">
        {pfad === '' ? (
          t(`punkt.${was}`)
        ) : (
          <Link className="ab-inline" to={pfad}>
            {t(`punkt.${was}`)}
          </Link>
        )}
        {anzahl === null && (
          <span className="p-small p-muted ab-block">{t('punkt.nichtGeliefert')}</span>
        )}
      </span>
      <span className="ab-num p-tabular">
        {cents === null || (cents === 0 && ohneWert === 0) || was === 'pruefungen'
          ? ''
          : worth.sum({ anzahl: anzahl ?? 0, cents, geschaetzt, ohneWert })}
      </span>
    </li>
  );
}
