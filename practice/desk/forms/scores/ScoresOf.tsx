// Scores of one person over time: a chart and a table of each, on the patient page.

import './scores.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type {
  ScoreCurve,
  ScoreLine,
  ScorePoint,
  Scores,
} from '../../../../shared/forms/scores/scores.schema.ts';
import { formatNumber } from '../../../../shared/analytics/reports/report-format.ts';
import { callR4c } from '../../../api.ts';
import { TimeChart } from '../../../charts/TimeChart.tsx';
import type { TimeLine, TimeWords } from '../../../charts/over-time.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Empty, Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { showDay } from '../../../ui/wording/moments.ts';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { useScoresTexts, type ScoresTexts } from './scores-texts.ts';

export function ScoresOf({ patid }: { patid: string }) {
  const t = useScoresTexts();
  const query = useQuery({
    queryKey: ['anamnese', 'scores', patid],
    queryFn: () => callR4c<Scores>(`/anamnese/scores?${new URLSearchParams({ patid })}`),
    refetchOnWindowFocus: false,
  });
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const { curves, isCut, unread } = query.data;
  return (
    <div className="p-stack sc-page">
      {curves.length === 0 ? (
        <Empty>{t('empty')}</Empty>
      ) : (
        <div className="sc-acts p-noprint">
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </div>
      )}
      {curves.map((curve) => (
        <Curve key={`${curve.form} ${curve.linkId}`} curve={curve} />
      ))}
      {isCut && <p className="p-muted p-small sc-note">{t('cut')}</p>}
      {unread.length > 0 && (
        <p className="p-muted p-small sc-note">{t('unread', { titles: unread.join(' · ') })}</p>
      )}
    </div>
  );
}

const idOf = (form: string): string => form.split('@')[0] ?? form;
const versionOf = (form: string): string => form.split('@')[1] ?? '';

interface Said {
  /** Value with its unit, or that there is none. */
  value: (point: ScorePoint, unit: string) => string;
  /** Verdict, or why there is no value, and doubts. */
  words: (point: ScorePoint) => string;
  version: (curve: ScoreCurve, form: string, title: string) => string;
}
function useSaid(t: ScoresTexts): Said {
  const language = useLanguage(),
    paperTitle = usePaperTitle();
  return {
    value: ({ value }, unit) =>
      value === null
        ? t('none')
        : [formatNumber(value, 'zahl', language), unit].filter((one) => one !== '').join(' '),
    words: ({ gap, verdict, isUnjudged }) =>
      [gap === null ? verdict : t(`gap.${gap}`), isUnjudged ? t('unjudged') : '']
        .filter((one) => one !== '')
        .join(' · '),
    version: (curve, form, title) =>
      idOf(form) === idOf(curve.form)
        ? t('version', { n: versionOf(form) })
        : t('versionOf', { title: paperTitle(form, title), n: versionOf(form) }),
  };
}

function Curve({ curve }: { curve: ScoreCurve }) {
  const t = useScoresTexts(),
    said = useSaid(t),
    language = useLanguage(),
    navigate = useNavigate(),
    paperTitle = usePaperTitle(),
    id = useId();
  const nameOf = ({ forms, unit, points }: ScoreLine): string =>
    [
      forms
        .map((form) =>
          said.version(curve, form, points.find((one) => one.form === form)?.title ?? form),
        )
        .join(', '),
      unit === '' ? '' : `(${unit})`,
    ]
      .filter((one) => one !== '')
      .join(' ');
  const drawn = curve.lines.map((line): TimeLine => ({
    name: nameOf(line),
    points: line.points.map((point) => ({
      id: point.answersId,
      at: point.at,
      y: point.value,
      said: [said.value(point, line.unit), said.words(point)]
        .filter((one) => one !== '')
        .join(' · '),
    })),
  }));
  // The chart is drawn again where its lines are others, not at every render.
  const key = JSON.stringify(drawn),
    lines = useMemo(() => JSON.parse(key) as TimeLine[], [key]);
  const words = useMemo(
    (): TimeWords => ({
      day: (at) => showDay(at, language),
      axis: (value) => formatNumber(value, 'zahl', language),
    }),
    [language],
  );
  const count = lines.flatMap((one) => one.points).filter(({ y }) => y !== null).length;
  return (
    <section className="p-card sc-card" aria-labelledby={id}>
      <h2 id={id} className="sc-h2">
        {curve.text}
        <span className="p-muted p-small">{paperTitle(curve.form, curve.title)}</span>
      </h2>
      {curve.lines.length > 1 && <Notice tone="info">{t('lines')}</Notice>}
      {count > 0 && (
        <TimeChart
          lines={lines}
          words={words}
          description={t('chart', { name: curve.text, n: count })}
          onPick={(answersId) => void navigate(`/anamnese/${answersId}`)}
        />
      )}
      <Numbers curve={curve} said={said} />
    </section>
  );
}

/** The same numbers, newest first; each day opens its answers. */
function Numbers({ curve, said }: { curve: ScoreCurve; said: Said }) {
  const t = useScoresTexts(),
    language = useLanguage();
  const rows = curve.lines
    .flatMap(({ points, unit }) => points.map((point) => ({ point, unit })))
    .sort((a, b) => b.point.at - a.point.at);
  return (
    <table className="sc-table" aria-label={t('table', { name: curve.text })}>
      <thead>
        <tr>
          <th scope="col">{t('col.day')}</th>
          <th scope="col" className="sc-number">
            {t('col.value')}
          </th>
          <th scope="col">{t('col.verdict')}</th>
          <th scope="col">{t('col.version')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ point, unit }) => {
          const day = showDay(point.at, language);
          return (
            <tr key={point.answersId} data-gap={point.gap !== null}>
              <th scope="row" className="p-tabular">
                <Link to={`/anamnese/${point.answersId}`} aria-label={t('open', { day })}>
                  {day}
                </Link>
              </th>
              <td className="sc-number p-tabular">{said.value(point, unit)}</td>
              <td className="sc-words">{said.words(point)}</td>
              <td className="p-muted">{said.version(curve, point.form, point.title)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
