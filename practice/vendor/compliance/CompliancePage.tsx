// Data protection and IT security of a practice: what is measured, duties and the guideline with
// state and evidence, the record of processing, and the register of data breaches. Printable.

import './compliance.css';
import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { OBLIGATIONS, PROCESSINGS } from '../../../catalog/compliance/obligations.ts';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { useNow } from '../../ui/wording/now.ts';
import { BreachCard } from './BreachCard.tsx';
import { useCompliance } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';
import { ContractCard } from './ContractCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { GuidelineCard } from './GuidelineCard.tsx';
import { PointList } from './PointList.tsx';

/** Pages where rights of people are carried out. */
const PLACES = [
  ['/einstellungen/aufbewahrung', 'link.retention'],
  ['/protokoll', 'link.audit'],
  ['/einstellungen/sicherung', 'link.backup'],
  ['/einstellungen/zugriff', 'link.access'],
  ['/agb', 'link.terms'],
] as const;

export function CompliancePage() {
  const t = useComplianceTexts(),
    language = useLanguage(),
    found = useCompliance(),
    now = useNow(HOUR_MS),
    isOwner = useSession().user?.role === 'owner',
    words = language.startsWith('de') ? 'de' : 'en';
  return (
    <Page
      refused={found.error}
      title={t('title')}
      actions={
        <Button
          variant="default"
          className="co-screen"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      }
    >
      <div className="p-narrow p-stack co-page">
        <Text>{t('lead')}</Text>
        <Text size="sm" className="co-paper">
          {t('printed', { day: showDay(now, language) })}
        </Text>
        {found.isPending && <Loading />}
        {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && (
          <>
            <BreachCard breaches={found.data.breaches} isOwner={isOwner} />
            <ContractCard />
            <FactsCard storage={found.data.storage} />
            <section className="p-card p-stack" aria-labelledby="co-duties">
              <h2 id="co-duties">{t('duties')}</h2>
              <PointList
                isOwner={isOwner}
                stored={found.data.points}
                points={OBLIGATIONS.map(({ id, law, name, what }) => ({
                  id,
                  title: name[words],
                  sub: law[words],
                  what: what[words],
                }))}
              />
            </section>
            <GuidelineCard compliance={found.data} isOwner={isOwner} />
          </>
        )}
        <section className="p-card" aria-labelledby="co-record">
          <h2 id="co-record">{t('record')}</h2>
          <Text size="sm">{t('recordLead')}</Text>
          <dl className="co-record">
            {PROCESSINGS.map(({ name, purpose, data, kept }) => (
              <div key={name.de}>
                <dt>{name[words]}</dt>
                <dd>{t('purpose', { text: purpose[words] })}</dd>
                <dd>{t('data', { text: data[words] })}</dd>
                <dd>{t('kept', { text: kept[words] })}</dd>
              </div>
            ))}
          </dl>
        </section>
        <nav className="p-card co-screen" aria-label={t('links')}>
          <h2>{t('links')}</h2>
          <ul className="co-links">
            {PLACES.map(([to, text]) => (
              <li key={to}>
                <Link to={to}>{t(text)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}
