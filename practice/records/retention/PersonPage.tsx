// Rights of one person: information, data portability, a closed record, erasure; each with its
// legal basis.

import './retention.css';
import { Button, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { CloseCard } from './CloseCard.tsx';
import { EraseCard } from './EraseCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { useRights } from './retention-calls.ts';
import { numberFromPath } from '../../../shared/desk/patient-number.ts';

export function PersonPage() {
  const t = useRetentionTexts(),
    language = useLanguage(),
    patid = numberFromPath(useParams().patid ?? ''),
    query = useRights(patid),
    one = query.data;
  return (
    <Page
      title={t('person.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/einstellungen/aufbewahrung"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('person.back')}
        </Button>
      }
    >
      <div className="p-stack">
        {query.isPending && <Loading />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {one && (
          <>
            <div>
              <Text fw={600}>
                {one.name}{' '}
                <span className="p-muted p-tabular">
                  *{dayText(one.geburtsdatum, language)} · {one.patid}
                </span>
              </Text>
              <Text size="sm" className="p-muted">
                {t(one.isContactKnown ? 'person.last' : 'person.unknown', {
                  at: showDay(one.lastContact, language),
                  until: showDay(`${one.until}T12:00:00Z`, language),
                })}
              </Text>
            </div>
            {one.hold && (
              <Notice tone="info">
                {t('person.hold', {
                  at: showDay(one.hold.setAt, language),
                  by: one.hold.setByName,
                  reason: one.hold.reason,
                })}
              </Notice>
            )}
            {one.run && (
              <Notice tone="warn">
                {t('person.run', { at: showInstant(one.run.runAfter, language) })}
              </Notice>
            )}
            <ExportCard one={one} />
            <CloseCard one={one} />
            <EraseCard one={one} />
          </>
        )}
      </div>
    </Page>
  );
}
