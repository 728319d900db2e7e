// One figure of the overview: its value, change and target, with a word for its state, and the links
// to its report and to its rows.

import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { KpiValue } from '../../../shared/analytics/reports/report.ts';
import { statusLightOf, type TrafficLight } from '../../../shared/analytics/reports/overview.ts';
import { NOTHING } from '../../../shared/analytics/reports/report-format.ts';
import { AsOf, Delta, Unfiltered } from '../../report-kit/Kpis.tsx';
import { useKpiWords } from '../../report-kit/use-kpi-words.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useOverviewTexts } from './overview-texts.ts';

const LIGHTS = {
  gut: { tone: 'ok', icon: IconCircleCheck },
  knapp: { tone: 'warn', icon: IconAlertTriangle },
  verfehlt: { tone: 'bad', icon: IconCircleX },
} as const satisfies Record<TrafficLight, unknown>;

/** @param kpi absent while loading, or where the report does not contain it */
export function Tile({
  kpi,
  name: key,
  to,
  isWaiting,
}: {
  kpi: KpiValue | undefined;
  name: string;
  to: string;
  isWaiting: boolean;
}) {
  const t = useOverviewTexts(),
    of = useKpiWords(),
    words = useReportWords(),
    { name, typ, isUpGood, hasRows } = of(key);
  if (isWaiting)
    return <div className="u-tile a-skeleton" role="status" aria-label={t('waiting', { name })} />;
  const say = (value: number | null): string =>
    value === null ? NOTHING : words.number(value, typ, typ === 'eur' && Math.abs(value) >= 1000);
  const light = kpi ? statusLightOf(kpi.wert, kpi.ziel, isUpGood) : null;
  return (
    <div className="p-card u-tile">
      <Link to={to} className="u-tile-report">
        <span className="a-kpi-name">{name}</span>
        <span className="a-kpi-value">{say(kpi?.wert ?? null)}</span>
        <span className="a-kpi-foot">
          {kpi && <Unfiltered kpi={kpi} />}
          {kpi && <AsOf kpi={kpi} />}
          {kpi && <Delta kpi={kpi} isUpGood={isUpGood} typ={typ} />}
          {kpi && kpi.vergleich !== null && (
            <span>{t('before', { value: say(kpi.vergleich) })}</span>
          )}
        </span>
        {kpi && light !== null && (
          <span className="u-target">
            <StateWord tone={LIGHTS[light].tone} icon={LIGHTS[light].icon}>
              {t(`light.${light}`)}
            </StateWord>
            <span className="p-small p-muted">
              {t(kpi.zielAnteilig === true ? 'target.part' : 'target', { value: say(kpi.ziel) })}
            </span>
          </span>
        )}
      </Link>
      {kpi && kpi.wert !== null && hasRows && (
        <Link
          to={`${to}&zeilen=${key}`}
          className="u-tile-rows p-noprint"
          aria-label={t('tile.rowsOf', { name })}
        >
          {t('tile.rows')}
        </Link>
      )}
    </div>
  );
}
