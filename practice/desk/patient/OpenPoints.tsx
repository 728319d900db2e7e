// What is open with a patient, the most urgent kinds first; each line leads to the place where it is
// settled.

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listWord } from '../../../shared/analytics/reports/worklist.ts';
import type { PersonPoints } from '../../../shared/analytics/reports/worklist.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import type { PatientChanges } from '../../../shared/desk/master-data.schema.ts';
import type { ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { call, callR4c, LONG_TIMEOUT } from '../../api.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { orNothing, usePapers } from './papers.ts';
import { usePatientTexts, type PatientTexts } from './patient-texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

interface Point {
  readonly key: string;
  readonly what: string;
  readonly when: string;
  readonly act: string;
  readonly to: string;
}

/** Names the reason of a line, and the plan or recall it is about. */
function lineWords(
  t: PatientTexts,
  { kind, grund, art, text, schritt }: PersonPoints['items'][number],
): string {
  const word = art === null ? null : listWord(kind, 'art', art),
    about = text ?? (word === null ? '' : t(word as Parameters<PatientTexts>[0]));
  const reason =
    grund === null ? (schritt ?? '') : t(`grund.${grund}` as Parameters<PatientTexts>[0]);
  return [`${t(`open.${kind}`)}${about === '' ? '' : ` ${about}`}`, reason].join(': ');
}

/** Reads everything that may be open with a patient. */
function useSources(patid: string) {
  const id = numberInPath(patid),
    papers = usePapers(patid),
    lines = useQuery({
      queryKey: ['arbeitsliste', 'patient', patid],
      queryFn: () =>
        call<PersonPoints>(`/api/arbeitsliste/patient/${id}`, { timeout: LONG_TIMEOUT }),
      staleTime: 60_000,
      retry: whileReading,
      retryDelay: AGAIN_MS,
    }),
    parked = useQuery({
      queryKey: ['board', 'parked'],
      queryFn: async () => (await callR4c<{ items: ParkedItem[] }>('/tablet/parked')).items,
    }),
    changes = useQuery({
      queryKey: ['stammdaten', 'of', patid],
      queryFn: () =>
        orNothing<PatientChanges | null>(callR4c(`/patient/patients/${id}/changes`), null),
    });
  return { papers, lines, parked, changes };
}

/** Returns the open points of what has been read so far. */
function usePoints(
  patid: string,
  { papers, lines, parked, changes }: ReturnType<typeof useSources>,
): Point[] {
  const t = usePatientTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle(),
    id = encodeURIComponent(patid),
    today = useToday();
  const put = (parked.data ?? []).filter(({ patient }) => patient?.patid === patid),
    since = (ms: number): string => t('open.since', { day: showDay(ms, language) });
  return [
    ...put.map((one): Point => ({
      key: `parked ${one.id}`,
      what: t('open.parked'),
      when: since(one.receivedAt),
      act: t('open.act.parked'),
      to: '/zurueckgelegt',
    })),
    ...(papers.data?.papers ?? [])
      .filter(({ stand }) => stand === 'missing')
      .map((one): Point => {
        const what = t('open.paper', { title: paperTitle(one.template, one.title) });
        return {
          key: `paper ${one.id}`,
          what: one.waitsFor.length > 0 ? `${what} (${one.waitsFor.join(', ')})` : what,
          when: since(one.at),
          ...(one.state === 'paper'
            ? { act: t('open.act.scan'), to: '/fehlend/einlesen' }
            : one.waitsFor.length > 0
              ? { act: t('open.act.share'), to: '/dokumente/freigaben' }
              : { act: t('open.act.board'), to: '/empfang' }),
        };
      }),
    ...(papers.data?.forms ?? [])
      .filter(({ stand }) => stand === 'missing')
      .map((one): Point => ({
        key: `form ${one.id}`,
        what: t('open.form', { title: paperTitle(one.form, one.title) }),
        when: since(one.at),
        act: t('open.act.board'),
        to: '/empfang',
      })),
    ...((changes.data?.open.length ?? 0) > 0
      ? [
          {
            key: 'changes',
            what: t('open.changes', { count: changes.data?.open.length ?? 0 }),
            when: '',
            act: t('open.act.changes'),
            to: `/stammdaten?patid=${id}`,
          },
        ]
      : []),
    ...(lines.data?.items ?? []).map((one): Point => ({
      key: `${one.kind} ${one.id}`,
      what: lineWords(t, one),
      when:
        one.bis !== null
          ? t('open.until', { day: dayText(one.bis, language) })
          : one.tag === null
            ? ''
            : t(
                one.grund === 'laeuft_ab'
                  ? 'open.until'
                  : one.tag > today
                    ? 'open.from'
                    : 'open.since',
                { day: dayText(one.tag, language) },
              ),
      act: t(`open.act.${one.kind}`),
      to: `/${one.kind}?${new URLSearchParams({ q: patid, zeile: one.id })}`,
    })),
  ];
}

export function OpenPoints({ patid, more }: { patid: string; more?: ReactNode }) {
  const t = usePatientTexts(),
    sources = useSources(patid),
    points = usePoints(patid, sources),
    all = Object.values(sources),
    failed = all.find((one) => one.isError),
    isReading = all.some((one) => one.isPending);
  return (
    <section className="p-card pt-open" aria-label={t('open')}>
      <h2>
        {t('open')}
        {points.length > 0 && <span className="pt-n p-tabular">{points.length}</span>}
      </h2>
      {points.length > 0 && (
        <ul>
          {points.map(({ key, what, when, act, to }) => (
            <li key={key}>
              <span className="pt-what">{what}</span>
              <span className="p-muted p-tabular pt-when">{when}</span>
              <Button
                component={Link}
                to={to}
                size="xs"
                variant="default"
                className="p-noprint"
                aria-label={`${act}: ${what}`}
              >
                {act}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more}
      {failed && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {points.length === 0 && !failed && (
        <p className="p-muted pt-none" role="status">
          {t(isReading ? 'loading' : 'open.none')}
        </p>
      )}
    </section>
  );
}
