// One patient as the practice software knows them: in short, and their services, plans and invoices; the way to their papers, answers and consents.

import '../auswertung/auswertung.css';
import './patient.css';
import { Anchor, Tabs } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { formatDay } from '../../shared/bericht-format.ts';
import { ReportTable } from '../auswertung/ReportTable.tsx';
import { useReport } from '../auswertung/use-report.ts';
import { queryOf, readFilter } from '../auswertung/use-report-filter.ts';
import { useReportWords } from '../auswertung/use-report-words.ts';
import { useSession } from '../session.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { useToday } from '../ui/now.ts';
import { Empty, Page } from '../ui/Page.tsx';
import { useLanguage } from '../ui/texts.ts';
import { OpenProposals } from './OpenProposals.tsx';
import { usePatientTexts } from './patient-texts.ts';

const PARTS = ['leistungen', 'plaene', 'rechnungen'] as const;
const SUMS = ['anzahl', 'honorar', 'betrag', 'offen'];

export function PatientPage() {
  const t = usePatientTexts(), language = useLanguage(), today = useToday(), words = useReportWords(), { user } = useSession(), { patid = '' } = useParams(), [search, setSearch] = useSearchParams();
  const part = PARTS.find((one) => one === search.get('teil')) ?? 'leistungen', { filter } = readFilter({ von: '1990-01-01', bis: today, vergleich: 'KEIN', gruppierung: 'JAHR' }, today, 'jahr'), asked = { filter, query: queryOf(filter) }, path = `patient/${encodeURIComponent(patid)}`;
  const short = useReport(path, asked), list = useReport(`${path}/${part}`, asked), row = short.data?.zeilen[0], name = typeof row?.name === 'string' ? row.name : t('title');
  const facts = row ? (short.data?.spalten ?? []).filter(({ key }) => key !== 'patid' && key !== 'name') : [], birth = typeof row?.geburtsdatum === 'string' ? formatDay(row.geburtsdatum, language) : '';
  const id = encodeURIComponent(patid);
  return (
    <Page title={name} actions={<span className="p-muted p-tabular">{[birth, t('number', { patid })].filter((word) => word !== '').join(' · ')}</span>}>
      <div className="p-stack">
        <nav className="pt-ways p-noprint" aria-label={t('ways')}>
          <Link to={`/dokumente?patid=${id}`}>{t('papers')}</Link><Link to={`/anamnese?patid=${id}`}>{t('answers')}</Link><Link to={`/einwilligungen?patid=${id}`}>{t('consents')}</Link>
        </nav>
        {short.isError && <ErrorNotice error={short.error} onRetry={() => void short.refetch()} />}
        {short.isPending && !short.isError && <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />}
        {row && <dl className="p-card pt-facts">{facts.map((one) => <div key={one.key}><dt>{words.column(one)}</dt><dd className="p-tabular">{words.cell(row[one.key], one)}</dd></div>)}{(user?.role === 'owner' || user?.role === 'staff') && <OpenProposals patid={patid} />}</dl>}
        {row && (
          <Tabs value={part} onChange={(next) => setSearch(next === null || next === 'leistungen' ? {} : { teil: next }, { replace: true })} keepMounted={false}>
            <Tabs.List>{PARTS.map((one) => <Tabs.Tab key={one} value={one}>{t(`part.${one}`)}</Tabs.Tab>)}</Tabs.List>
            <Tabs.Panel value={part} pt={12}>
              {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
              {list.isPending && !list.isError && <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />}
              {list.data && !list.isPlaceholderData && (list.data.zeilen.length === 0 ? <Empty>{t(`none.${part}`)}</Empty> : <div className="p-card pt-table"><ReportTable key={part} spalten={list.data.spalten.filter(({ key }) => key !== 'patid' && key !== 'name')} zeilen={list.data.zeilen} label={t(`part.${part}`)} sums={SUMS} /></div>)}
            </Tabs.Panel>
          </Tabs>
        )}
        {user?.role === 'owner' && <p className="p-noprint"><Anchor component={Link} to={`/protokoll/akte/${id}`}>{t('seen')}</Anchor></p>}
      </div>
    </Page>
  );
}
