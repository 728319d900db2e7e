// Key figures in a row: value, change with a word next to the arrow, the denominator, and the way
// to its rows.

import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ColumnType, KpiValue } from '../../shared/analytics/reports/report.ts';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import {
  formatDay,
  formatDelta,
  NOTHING,
  shownDelta,
} from '../../shared/analytics/reports/report-format.ts';
import { useKpiWords } from './use-kpi-words.ts';
import { useReportWords } from './use-report-words.ts';

/** Rating of a change: better, worse, or neither. */
function toneOf(delta: number | null, isUpGood: boolean | null): 'ok' | 'bad' | 'text' {
  if (delta === null || delta === 0 || isUpGood === null) return 'text';
  return delta > 0 === isUpGood ? 'ok' : 'bad';
}

export function Delta({
  kpi,
  isUpGood,
  typ = 'zahl',
}: {
  kpi: Pick<
    KpiValue,
    'delta' | 'vollstaendigAb' | 'vergleichAb' | 'vergleichDeckung' | 'vergleichUnbekannt'
  >;
  isUpGood: boolean | null;
  /** Unit of the figure: shares change in points. */
  typ?: ColumnType;
}) {
  const t = useAnalyticsTexts(),
    language = useLanguage(),
    { delta, vollstaendigAb, vergleichAb, vergleichDeckung: covered } = kpi;
  if (vollstaendigAb !== undefined)
    return <span>{t('kpi.growing', { day: formatDay(vollstaendigAb, language) })}</span>;
  if (vergleichAb !== undefined && covered)
    return (
      <span>
        {t(`kpi.covered.${covered.einheit}`, {
          n: covered.teil,
          of: covered.ganz,
          day: formatDay(vergleichAb, language),
        })}
      </span>
    );
  if (vergleichAb !== undefined)
    return <span>{t('kpi.uncovered', { day: formatDay(vergleichAb, language) })}</span>;
  if (kpi.vergleichUnbekannt) return <span>{t('kpi.unknownBefore')}</span>;
  if (delta === null) return null;
  const change = shownDelta(delta, typ),
    Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <span className="a-delta" data-tone={toneOf(change, isUpGood)}>
      <Icon size={16} stroke={2} aria-hidden />
      {change === 0 ? (
        t('kpi.same')
      ) : (
        <>
          <span>{formatDelta(delta, language, typ)}</span>
          <span className="a-sr"> {t(change > 0 ? 'kpi.up' : 'kpi.down')}</span>
        </>
      )}
    </span>
  );
}

/** The past day whose state a figure shows, and why the state is not known. */
export function AsOf({
  kpi: { standAm, ohneTag, bekanntAb },
}: {
  kpi: Pick<KpiValue, 'standAm' | 'ohneTag' | 'bekanntAb'>;
}) {
  const t = useAnalyticsTexts();
  const language = useLanguage();
  return standAm === undefined ? null : (
    <>
      <span>{t('kpi.asOf', { day: formatDay(standAm, language) })}</span>
      {ohneTag !== undefined && bekanntAb !== undefined && (
        <span>{t('kpi.undated', { count: ohneTag, day: formatDay(bekanntAb, language) })}</span>
      )}
    </>
  );
}

/** The chosen filters that keep a figure from having a value. */
export function Unfiltered({ kpi: { ohneFilter = [] } }: { kpi: Pick<KpiValue, 'ohneFilter'> }) {
  const t = useAnalyticsTexts();
  return ohneFilter.length === 0 ? null : (
    <span>
      {t('kpi.unfiltered', {
        count: ohneFilter.length,
        names: ohneFilter.map((kind) => t(`filter.${kind}`)).join(', '),
      })}
    </span>
  );
}

export function Kpis({
  kpis,
  onOpen,
  isOpenable,
}: {
  kpis: readonly KpiValue[];
  onOpen?: ((key: string) => void) | undefined;
  /** Whether a figure without rows of its own opens something. */
  isOpenable?: (key: string) => boolean;
}) {
  const t = useAnalyticsTexts(),
    of = useKpiWords(),
    words = useReportWords();
  return (
    <ul className="a-kpis">
      {kpis.map((kpi) => {
        const { name, typ, isUpGood, hasRows, zaehlerIn, nennerIn } = of(kpi.key),
          say = (value: number | null): string =>
            value === null
              ? NOTHING
              : words.number(value, typ, typ === 'eur' && Math.abs(value) >= 1000);
        return (
          <li key={kpi.key} className="p-card a-kpi">
            <span className="a-kpi-name">{name}</span>
            <span className="a-kpi-value">
              {onOpen && (hasRows || isOpenable?.(kpi.key)) && kpi.wert !== null ? (
                <button
                  type="button"
                  className="a-open"
                  aria-label={`${say(kpi.wert)}. ${t('kpi.open', { name })}`}
                  onClick={() => onOpen(kpi.key)}
                >
                  {say(kpi.wert)}
                </button>
              ) : (
                say(kpi.wert)
              )}
            </span>
            <span className="a-kpi-foot">
              <Unfiltered kpi={kpi} />
              <AsOf kpi={kpi} />
              <Delta kpi={kpi} isUpGood={isUpGood} typ={typ} />
              {kpi.vergleich !== null && (
                <span>{t('kpi.before', { value: say(kpi.vergleich) })}</span>
              )}
              {kpi.ziel !== null && (
                <span>
                  {t(kpi.zielAnteilig === true ? 'kpi.target.part' : 'kpi.target', {
                    value: say(kpi.ziel),
                  })}
                </span>
              )}
              {kpi.bezug?.map((line) => (
                <span key={line.name}>
                  {words.word(line.name)}: {say(line.wert)}
                </span>
              ))}
              {typ === 'anteil' &&
                kpi.zaehler !== null &&
                kpi.nenner !== null &&
                kpi.nenner !== 0 && (
                  <span>
                    {t('kpi.parts', {
                      a: words.number(kpi.zaehler, zaehlerIn, true),
                      b: words.number(kpi.nenner, nennerIn, true),
                    })}
                  </span>
                )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
