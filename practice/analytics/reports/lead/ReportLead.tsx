// What a report still needs, above its figures: costs for profit, practices for a comparison, a
// second billing stamp for sites. It names what the report says already, and the next step.

import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isInList } from '../../../../shared/analytics/reports/read-right.ts';
import type { ReportPath } from '../../../../shared/analytics/reports/report-pages.ts';
import type { PracticeReport } from '../../../../shared/analytics/reports/report.ts';
import { useSession } from '../../../session.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { nameOfReport } from '../index/report-names.ts';
import { useReportsTexts } from '../reports-texts.ts';

/** Hints that a lead says in more words; they are left out below the report. */
export const LEAD_HINTS = ['kostenKeine', 'gruppeZuKlein'] as const;
/** Kinds of entries that show how costs are entered. */
const EXAMPLES = ['rent', 'salary', 'material'] as const;
/** Reports that compare without other practices. */
const INSTEAD: readonly ReportPath[] = ['praxiskpi', 'benchmark/kzv'];

export function ReportLead({ path, report }: { path: ReportPath; report: PracticeReport }) {
  const { hinweise } = report.meta;
  if (hinweise.includes('kostenKeine')) return <NoCosts />;
  if (hinweise.includes('gruppeZuKlein')) return <NoGroup path={path} />;
  return path === 'umsatz/stempel' && report.zeilen.length === 1 ? <OneSite /> : null;
}

function Lead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="p-card p-stack be-lead" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function NoCosts() {
  const t = useReportsTexts(),
    isOwner = useSession().user?.role === 'owner';
  return (
    <Lead title={t('lead.costs')}>
      <p>{t('lead.costs.what')}</p>
      <Table aria-label={t('lead.costs.examples')} className="be-lead-examples" layout="auto">
        <Table.Caption>{t('lead.costs.examples')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('lead.costs.name')}</Table.Th>
            <Table.Th>{t('lead.costs.of')}</Table.Th>
            <Table.Th>{t('lead.costs.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {EXAMPLES.map((one) => (
            <Table.Tr key={one}>
              <Table.Td>{t(`lead.costs.${one}`)}</Table.Td>
              <Table.Td>{t(`lead.costs.${one}.of`)}</Table.Td>
              <Table.Td>{t(`lead.costs.${one}.amount`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isOwner ? (
        <div className="p-noprint">
          <Button component={Link} to="/ueberblick/kosten">
            {t('costs.go')}
          </Button>
        </div>
      ) : (
        <p className="p-muted">{t('lead.costs.who')}</p>
      )}
    </Lead>
  );
}

function NoGroup({ path }: { path: ReportPath }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    figures = useSession().user?.figures,
    others = INSTEAD.filter(
      (one) => one !== path && figures !== undefined && isInList(figures, one),
    );
  return (
    <Lead title={t('lead.group')}>
      <p>{t('lead.group.what')}</p>
      {others.length > 0 && (
        <p className="p-noprint">
          {t('lead.group.instead')}{' '}
          {others.map((one, at) => (
            <span key={one}>
              {at > 0 && ' · '}
              <Link to={`/berichte/${one}`}>{nameOfReport(one, language)}</Link>
            </span>
          ))}
        </p>
      )}
    </Lead>
  );
}

function OneSite() {
  const t = useReportsTexts();
  return (
    <Lead title={t('lead.site')}>
      <p>{t('lead.site.what')}</p>
    </Lead>
  );
}
