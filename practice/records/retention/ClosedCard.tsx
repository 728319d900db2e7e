// Closed records: no search finds them, so they are listed here.

import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { useClosed } from './retention-calls.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function ClosedCard() {
  const t = useRetentionTexts(),
    language = useLanguage(),
    query = useClosed();
  return (
    <section className="p-card p-stack" aria-labelledby="af-closed">
      <Title order={2} id="af-closed" className="af-h2">
        {t('closed.title')}
      </Title>
      <Text size="sm">{t('closed.what')}</Text>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <Empty>{t('closed.empty')}</Empty>}
      {query.data && query.data.items.length > 0 && (
        <ul className="af-rows">
          {query.data.items.map((one) => (
            <li key={one.patid} className="af-row">
              <div>
                <Text>
                  <strong>{one.name}</strong>{' '}
                  <span className="p-muted p-tabular">
                    *{dayText(one.geburtsdatum, language)} · {one.patid}
                  </span>
                </Text>
                <Text size="sm">{one.reason}</Text>
                <Text size="sm" className="p-muted">
                  {t('closed.since', {
                    at: showDay(one.setAt, language),
                    until: showDay(`${one.until}T12:00:00Z`, language),
                  })}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                component={Link}
                to={`/einstellungen/aufbewahrung/${numberInPath(one.patid)}`}
                aria-label={t('closed.showOne', { name: one.name })}
              >
                {t('closed.show')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
