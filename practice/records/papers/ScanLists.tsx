// Papers with missing pages, and discarded pages: each with its way back into the tray.

import { Button, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { dayText } from '../../../shared/base/dates.ts';
import { missingPages } from '../../../shared/papers/scan.ts';
import type { DiscardedPage, WaitingSheet } from '../../../shared/papers/scan.schema.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { PageThumb } from './PageThumb.tsx';
import { usePapersTexts } from './papers-texts.ts';
import { reopenScans } from './scan-calls.ts';

interface Changed {
  onChanged: () => Promise<void>;
}

export function WaitingList({ sheets, onChanged }: Changed & { sheets: readonly WaitingSheet[] }) {
  const t = usePapersTexts(),
    language = useLanguage();
  return (
    <ul className="pa-list">
      {sheets.map((one) => {
        const missing = missingPages(
          one.have.map((page) => page.page),
          one.of,
        );
        return (
          <li key={`${one.taskId} ${one.of}`} className="p-card pa-row">
            <div className="pa-grow pa-sheet">
              <Text size="sm">
                <strong>{one.name}</strong>{' '}
                <span className="p-muted p-tabular">*{dayText(one.geburtsdatum, language)}</span> ·{' '}
                {one.title}
              </Text>
              <StateWord tone="warn" icon={IconHourglass}>
                {missing.length === 1
                  ? t('scan.missingOne', { page: missing.join(', '), of: one.of })
                  : t('scan.missing', { pages: missing.join(', '), of: one.of })}
              </StateWord>
              <Text size="xs" c="dimmed" className="p-tabular">
                {showInstant(one.since, language)}
              </Text>
            </div>
            <Back
              ids={one.have.map((page) => page.pageId)}
              label={t('scan.releaseOf', { title: one.title, name: one.name })}
              onChanged={onChanged}
            >
              {t('scan.release')}
            </Back>
          </li>
        );
      })}
    </ul>
  );
}

export function DiscardedList({ pages, onChanged }: Changed & { pages: readonly DiscardedPage[] }) {
  const t = usePapersTexts(),
    language = useLanguage();
  return (
    <ul className="pa-list">
      {pages.map((one) => (
        <li key={one.pageId} className="p-card pa-row">
          <div className="pa-small">
            <PageThumb
              pageId={one.pageId}
              turn={one.turn}
              alt={t('scan.pageOf', { at: showInstant(one.at, language) })}
            />
          </div>
          <div className="pa-grow">
            <Text size="sm">{one.reason}</Text>
            <Text size="xs" c="dimmed" className="p-tabular">
              {[one.byName, showInstant(one.at, language)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Back
            ids={[one.pageId]}
            label={t('scan.takeBackOf', { reason: one.reason })}
            onChanged={onChanged}
          >
            {t('scan.takeBack')}
          </Back>
        </li>
      ))}
    </ul>
  );
}

function Back({
  ids,
  label,
  onChanged,
  children,
}: Changed & { ids: string[]; label: string; children: string }) {
  const t = usePapersTexts(),
    { isBusy, run } = useSubmit();
  const press = (): void =>
    void run(async () => {
      await reopenScans(ids);
      say(t('scan.inTray'));
    }, sayError).then(onChanged);
  return (
    <Button size="xs" variant="default" loading={isBusy} aria-label={label} onClick={press}>
      {children}
    </Button>
  );
}
