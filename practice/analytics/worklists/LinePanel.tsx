// Details of one line next to the list: the course of the plan or treatment, sums and positions,
// the next step, notes.

import { Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type {
  HkpDetail,
  Label,
  WorklistKind,
  ParDetail,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayWithUndo } from '../../ui/toast.tsx';
import {
  getPerioCase,
  getPlan,
  getRecall,
  LIST_KEY,
  NO_STEP,
  stepOf,
  writeStep,
  type Line,
} from './worklists-calls.ts';
import { useListTexts, type ListKey } from './worklists-texts.ts';
import { lineWord, money } from './line-words.ts';
import { CallNote } from './CallNote.tsx';
import { Notes } from './Notes.tsx';
import { StepForm } from './StepForm.tsx';
import { whatOf } from './WorklistRow.tsx';
import { Drawer } from '../../ui/Drawer.tsx';

interface Props {
  kind: WorklistKind;
  line: Line;
  labels: readonly Label[];
  team: ReadonlyMap<string, string>;
  /** The field of a new note gets the focus, once. */
  isNoting: boolean;
  onNoting: () => void;
  onClose: () => void;
}

export function LinePanel({ kind, line, team, isNoting, onNoting, onClose }: Props) {
  const t = useListTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    again = { retry: whileReading, retryDelay: AGAIN_MS };
  const plan = useQuery({
      queryKey: ['hkp', line.id],
      queryFn: () => getPlan(line.id),
      enabled: kind === 'hkp',
    }),
    perio = useQuery({
      queryKey: ['par', line.id],
      queryFn: () => getPerioCase(line.id),
      enabled: kind === 'par',
      ...again,
    }),
    recall = useQuery({
      queryKey: ['recall', line.id],
      queryFn: () => getRecall(line.id),
      enabled: kind === 'recall',
    });
  const one = { hkp: plan, par: perio, recall }[kind];
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: [LIST_KEY] });
    await queries.invalidateQueries({ queryKey: [kind, line.id] });
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title={line.name}
      // Next to the list: the keys stay there, and the focus, too.
      withOverlay={false}
      trapFocus={false}
      lockScroll={false}
      data-next-to-list
      className="al-panel"
    >
      <div className="p-stack">
        <p className="p-muted p-tabular">
          {[
            line.geburtsdatum === null ? null : `*${formatDay(line.geburtsdatum, language)}`,
            t('number', { patid: line.patid }),
          ]
            .filter((one) => one !== null)
            .join(' · ')}{' '}
          <PhoneLink number={line.telefon} />{' '}
          <Link className="al-inline" to={`/dokumente?patid=${encodeURIComponent(line.patid)}`}>
            {t('papers')}
          </Link>
        </p>
        {kind === 'recall' && (
          <p>
            {whatOf(t, kind, line)}
            {line.tag === null ? '' : ` · ${t('due', { day: formatDay(line.tag, language) })}`}
            {line.erinnertAm === null
              ? ''
              : ` · ${t('reminded', { day: formatDay(line.erinnertAm, language) })}`}
          </p>
        )}
        {one.isLoading && <Loading />}
        {one.isError && <ErrorNotice error={one.error} onRetry={() => void one.refetch()} />}
        {plan.data && <Plan plan={plan.data} />}
        {perio.data && <PerioCase found={perio.data} line={line} />}
        <CallNote kind={kind} target={line.id} step={stepOf(line)} fresh={fresh} />
        <section aria-labelledby="al-step">
          <h2 id="al-step" className="al-h2">
            {t('step')}
          </h2>
          <StepForm
            key={`${line.schritt}|${line.bis}|${line.istErledigt}`}
            kind={kind}
            step={stepOf(line)}
            team={team}
            onSave={async (step) => {
              const before = stepOf(line) ?? NO_STEP;
              await writeStep(kind, [line.id], step);
              await fresh();
              sayWithUndo(t('step.saved'), async () => {
                await writeStep(kind, [line.id], before);
                await fresh();
              });
            }}
          />
        </section>
        <Notes
          kind={kind}
          target={line.id}
          notes={one.data?.notizen}
          fresh={fresh}
          isBegun={isNoting}
          onBegun={onNoting}
        />
      </div>
    </Drawer>
  );
}

function Plan({ plan }: { plan: HkpDetail }) {
  const t = useListTexts(),
    language = useLanguage(),
    euro = (cents: number | null): string | null =>
      cents === null ? null : money(cents / 100, language);
  const sums = (
    [
      'gesamt',
      'festzuschuss',
      'eigenanteil',
      'honorarBema',
      'honorarGoz',
      'matLabGkv',
      'matLabPrivat',
    ] as const
  ).flatMap((key) => {
    const sum = euro(plan.betraege[key]);
    return sum === null ? [] : [{ key, sum }];
  });
  return (
    <>
      <section aria-label={t('way')}>
        <p>
          {[
            lineWord(t, 'hkp', 'art', plan.art),
            plan.bezeichnung,
            lineWord(t, 'hkp', 'status', plan.status),
          ]
            .filter((one) => one !== null && one !== '')
            .join(' · ')}
          {plan.grund === null ? '' : ` (${plan.grund})`}
        </p>
        <Way stations={plan.stationen} end={plan.gueltigBis} endWord="station.gueltigBis" />
        <Appointments all={plan.termine} />
      </section>
      <dl className="al-sums">
        {sums.map(({ key, sum }) => (
          <div key={key}>
            <dt>{t(`sum.${key}`)}</dt>
            <dd className="p-tabular">{sum}</dd>
          </div>
        ))}
      </dl>
      {plan.positionen.length > 0 && (
        <Table aria-label={t('positions')} className="al-positions">
          <Table.Tbody>
            {plan.positionen.map((one, at) => (
              <Table.Tr key={at}>
                <Table.Td>
                  {one.system} {one.nr}
                </Table.Td>
                <Table.Td>{one.zahn ?? one.befund ?? ''}</Table.Td>
                <Table.Td className="al-num p-tabular">
                  {one.menge === null || one.menge === 1 ? '' : `${one.menge} ×`}
                </Table.Td>
                <Table.Td className="al-num p-tabular">{euro(one.betrag) ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

function Way({
  stations,
  end,
  endWord,
}: {
  stations: readonly { was: string; am: string }[];
  end: string | null;
  endWord: ListKey;
}) {
  const t = useListTexts(),
    language = useLanguage();
  return (
    <ol className="al-way">
      {stations.map((one) => (
        <li key={one.was}>
          <span>{t(`station.${one.was}` as ListKey)}</span>
          <span className="p-tabular p-muted">{formatDay(one.am, language)}</span>
        </li>
      ))}
      {end !== null && (
        <li data-end>
          <span>{t(endWord)}</span>
          <span className="p-tabular">{formatDay(end, language)}</span>
        </li>
      )}
    </ol>
  );
}
function Appointments({ all }: { all: HkpDetail['termine'] }) {
  const t = useListTexts(),
    language = useLanguage();
  return (
    <p className="p-muted p-small">
      {all.length === 0
        ? t('noAppointment')
        : all.map((one) => `${showInstant(one.start, language)} ${one.art}`).join(' · ')}
    </p>
  );
}

function PerioCase({ found, line }: { found: ParDetail; line: Line }) {
  const t = useListTexts(),
    language = useLanguage(),
    { upt, zaehne, wert } = found;
  const facts: [string, string][] = [
    ...(found.status === null
      ? []
      : [[t('case.state'), lineWord(t, 'par', 'status', found.status)] as [string, string]]),
    [
      t('case.uptCount'),
      upt.hoechstens === null
        ? String(upt.anzahl)
        : t('case.of', { n: upt.anzahl, most: upt.hoechstens }),
    ],
    ...(upt.naechste === null
      ? []
      : [[t('case.next'), formatDay(upt.naechste, language)] as [string, string]]),
    ...(zaehne === null
      ? []
      : [
          [
            t('case.teeth'),
            t('case.teethOf', { one: zaehne.einwurzelig, more: zaehne.mehrwurzelig }),
          ] as [string, string],
        ]),
    ...(wert === null ? [] : [[t('sum.gesamt'), money(wert / 100, language)] as [string, string]]),
  ];
  return (
    <section aria-label={t('way.par')}>
      <p>{[whatOf(t, 'par', line), found.behandler].filter((one) => one !== '').join(' · ')}</p>
      <Way stations={found.stationen} end={upt.ende} endWord="station.uptEnde" />
      <Appointments all={found.termine} />
      <dl className="al-sums" data-plain>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="p-tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
