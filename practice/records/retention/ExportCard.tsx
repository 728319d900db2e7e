// Exports of everything about one person: requested, made with progress, downloaded with the
// password, deleted after some days.

import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { IconDownload, IconPackageExport } from '@tabler/icons-react';
import { v7 as uuidv7 } from 'uuid';
import type { PersonExport, PersonRights } from '../../../shared/records/retention.schema.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { download } from '../../ui/pdf.ts';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { usePersonActs } from './retention-calls.ts';

const sizeText = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  }).format(Math.max(bytes / 1_000_000, 0.1));

export function ExportCard({ one }: { one: PersonRights }) {
  const t = useRetentionTexts(),
    acts = usePersonActs(one.patid),
    asking = useWithStepUp(),
    { isBusy, run } = useSubmit();
  const make = (): void =>
    void run(
      () =>
        asking.run(async () => {
          await acts.makeExport(uuidv7());
          say(t('export.asked'));
        }),
      sayError,
    );
  const load = (id: string): void =>
    void run(
      () => asking.run(() => download(`/retention/exports/${id}`, t('export.file'))),
      sayError,
    );
  return (
    <section className="p-card p-stack" aria-labelledby="af-export">
      <Title order={2} id="af-export" className="af-h2">
        {t('export.title')}
      </Title>
      <Text size="sm" className="af-lead">
        {t('export.what')} {t('export.care')}
      </Text>
      <Group>
        <Button
          loading={isBusy}
          disabled={one.exports.some((row) => row.state === 'waiting')}
          leftSection={<IconPackageExport size={16} stroke={1.75} aria-hidden />}
          onClick={make}
        >
          {t('export.go')}
        </Button>
      </Group>
      {one.exports.length > 0 && (
        <ul className="af-rows">
          {one.exports.map((row) => (
            <Row key={row.id} row={row} onLoad={() => load(row.id)} />
          ))}
        </ul>
      )}
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('export.why')}
      />
    </section>
  );
}

function Row({ row, onLoad }: { row: PersonExport; onLoad: () => void }) {
  const t = useRetentionTexts(),
    language = useLanguage();
  const words = {
    waiting:
      row.total === null
        ? t('export.begun')
        : t('export.waiting', { done: row.done ?? 0, total: row.total }),
    failed: t('export.failed'),
    over: t('export.over'),
    ready: t('export.ready', {
      size: sizeText(row.size ?? 0, language),
      at: showInstant(row.expiresAt ?? 0, language),
    }),
  }[row.state];
  return (
    <li className="af-row">
      <div className="af-grow">
        <Text size="sm" role="status">
          {words}
        </Text>
        {row.state === 'waiting' && (
          <Progress
            value={row.total === null ? 0 : ((row.done ?? 0) / row.total) * 100}
            aria-label={words}
            my={6}
          />
        )}
        <Text size="sm" className="p-muted">
          {t('export.by', { at: showInstant(row.askedAt, language), by: row.askedByName })}
          {row.takenAt === null
            ? ''
            : ` · ${t('export.taken', { at: showInstant(row.takenAt, language) })}`}
        </Text>
      </div>
      {row.state === 'ready' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={onLoad}
        >
          {t('export.load')}
        </Button>
      )}
    </li>
  );
}
