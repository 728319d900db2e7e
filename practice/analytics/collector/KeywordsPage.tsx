// Keywords of appointments and the groups that key figures know: patterns in order, with a live
// preview of what each decides and what stays open; saved together, with undo.

import './data.css';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconBulb, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MAX_PATTERNS } from '../../../shared/analytics/deliveries/keywords.ts';
import type { KeywordEffect } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useDataTexts } from './collector-texts.ts';
import { OpenKeywords, SuggestedPatterns } from './KeywordOffers.tsx';
import { KeywordRowFields } from './KeywordRowFields.tsx';
import { useKeywordRows, type KeywordRows } from './use-keyword-rows.ts';

export function KeywordsPage() {
  const t = useDataTexts(),
    keywords = useKeywordRows(),
    { list, rows, offers, effect, isOfThese, failed } = keywords;
  useUnsaved(keywords.isChanged, async () => keywords.isComplete && keywords.save());
  return (
    <Page
      title={t('words.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/daten/terminarten"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('words.back')}
        </Button>
      }
    >
      <div className="p-stack dt-page">
        <Text c="dimmed">{t('words.lead')}</Text>
        <Text c="dimmed" size="sm">
          {t('words.how')}
        </Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && (
          <>
            {effect.isError && (
              <ErrorNotice error={effect.error} onRetry={() => void effect.refetch()} />
            )}
            {(effect.data !== undefined || !effect.isError) && (
              <p className="p-card dt-sums" role="status" aria-busy={!isOfThese}>
                <Sums effect={effect.data} />
              </p>
            )}
            <Toolbar keywords={keywords} />
            {failed !== null && <ErrorNotice error={failed} />}
            {rows.length === 0 ? (
              <p className="p-card dt-none-word">{t('words.empty')}</p>
            ) : (
              <ol className="dt-rows p-card" aria-label={t('words.list')}>
                {rows.map((row, at) => (
                  <KeywordRowFields key={row.key} row={row} at={at} keywords={keywords} />
                ))}
              </ol>
            )}
            {offers.length > 0 && <SuggestedPatterns keywords={keywords} />}
            <OpenKeywords keywords={keywords} />
          </>
        )}
      </div>
    </Page>
  );
}

/**
 * How many appointments the patterns decide. Their place is reserved until they are counted: a
 * button that moves under the finger is missed.
 */
function Sums({ effect }: { effect: KeywordEffect | undefined }) {
  const t = useDataTexts(),
    words = useReportWords(),
    n = (many: number): string => words.number(many, 'zahl');
  const sumsOf = (
    of: string,
    withoutType: string,
    mapped: string,
    open: string,
    withoutWord: string,
  ): string =>
    t('words.sums', {
      of,
      ohne: withoutType,
      zugeordnet: mapped,
      offen: open,
      ohneWort: withoutWord,
    });
  if (effect === undefined)
    return <span className="dt-counting">{sumsOf('…', '…', '…', '…', '…')}</span>;
  if (effect.termine === 0) return t('words.noneDelivered');
  return sumsOf(
    n(effect.termine),
    n(effect.ohneArt),
    n(effect.ohneArt - effect.ohneWort - effect.offen),
    n(effect.offen),
    n(effect.ohneWort),
  );
}

/** Adds, suggests, discards and saves patterns. */
function Toolbar({ keywords }: { keywords: KeywordRows }) {
  const t = useDataTexts(),
    { rows, isBusy, isChanged, isComplete, failed, add, find, discard, save } = keywords;
  return (
    <div className="dt-bar">
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={rows.length >= MAX_PATTERNS}
          onClick={() => add([{ muster: '', gruppe: null }], true)}
        >
          {t('words.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconBulb size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void find()}
        >
          {t('types.find')}
        </Button>
      </Group>
      <Group gap={8}>
        {(isChanged || failed !== null) && (
          <Button variant="subtle" onClick={discard}>
            {t('words.discard')}
          </Button>
        )}
        <Button loading={isBusy} disabled={!isChanged || !isComplete} onClick={() => void save()}>
          {t('types.save')}
        </Button>
      </Group>
    </div>
  );
}
