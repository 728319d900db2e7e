// The contract on processing for printing: the binding text, the services, and its acceptance.

import './terms.css';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProcessingView } from '../../../shared/accounts/terms.schema.ts';
import { momentText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { ServiceList } from './ServiceList.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { TermsText } from './TermsText.tsx';
import { useProcessing } from './use-terms.ts';

export function ContractPrintPage() {
  const t = useTermsTexts(),
    found = useProcessing();
  return (
    <Page
      title={t('doc.avv')}
      actions={
        <Group gap={8} className="p-noprint">
          <Button component={Link} to="/agb#avv" variant="default">
            {t('back')}
          </Button>
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={!found.data}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </Group>
      }
    >
      <div className="p-stack t-text t-paper">
        {found.isPending && <Loading />}
        {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && (
          <>
            <Acceptance view={found.data} />
            <TermsText view={found.data} label={t('text.avv')} isBinding />
            <ServiceList inUse={found.data.services} />
          </>
        )}
      </div>
    </Page>
  );
}

function Acceptance({
  view: { praxisName, accepted, acceptedSha256, version },
}: {
  view: ProcessingView;
}) {
  const t = useTermsTexts(),
    language = useLanguage();
  return (
    <section className="p-card">
      <Text fw={600}>{t('parties', { practice: praxisName })}</Text>
      {accepted === null ? (
        <Text>{t('notAccepted')}</Text>
      ) : (
        <>
          <Text>
            {t('evidence', {
              at: momentText(accepted.at, language),
              name: accepted.name,
              version: accepted.version,
            })}
          </Text>
          <Text size="sm" className="t-sum">
            {t('checksum', { sha256: acceptedSha256 ?? '' })}
          </Text>
          {accepted.version !== version && <Text>{t('older', { version: accepted.version })}</Text>}
        </>
      )}
    </section>
  );
}
