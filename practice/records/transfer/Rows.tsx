// One hand-over and one incoming file, each with its actions.

import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHandStop,
  IconRefresh,
} from '@tabler/icons-react';
import type { ExportEntry, ImportEntry } from '../../../shared/records/transfer.schema.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { markSeen, retryExport, settleByHand } from './transfer-calls.ts';
import { useTransferTexts, type TransferKey } from './transfer-texts.ts';

const TONES = {
  queued: 'info',
  ready: 'info',
  done: 'ok',
  failed: 'bad',
  by_hand: 'text',
} as const;
const ICONS = {
  queued: IconClock,
  ready: IconClock,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  by_hand: IconHandStop,
} as const;

export function ExportRow({ one, fresh }: { one: ExportEntry; fresh: () => void }) {
  const t = useTransferTexts(),
    language = useLanguage(),
    { isBusy, run } = useSubmit();
  const title = one.isPerson ? t('title.person') : one.title;
  const name = one.name === '' ? t('unnamed', { patid: one.patid }) : one.name,
    isFailed = one.state === 'failed',
    isStuck = isFailed || one.error !== null;
  const press = (work: () => Promise<void>, done: string): void =>
    void run(async () => {
      await work();
      say(done);
      fresh();
    }, sayError);
  return (
    <div role="listitem" className="ds-row">
      <div className="ds-what">
        <span>
          <strong>{name}</strong> · {title}
        </span>
        <span className="ds-sub">
          {t(one.isPerson ? `person.${one.target}` : `target.${one.target}`)} ·{' '}
          {one.state === 'done' || one.state === 'by_hand'
            ? showInstant(one.changedAt, language)
            : t('since', { at: showInstant(one.queuedAt, language) })}
          {isStuck && one.attempts > 0 && ` · ${t('tries', { count: one.attempts })}`}
        </span>
        {one.error !== null && (
          <span className="ds-error">{t(`error.${one.error}` as TransferKey)}</span>
        )}
        {one.files.length > 0 && one.state === 'done' && (
          <span className="ds-sub ds-file">{one.files.join(', ')}</span>
        )}
      </div>
      <StateWord tone={TONES[one.state]} icon={ICONS[one.state]}>
        {one.state === 'by_hand' && one.doneByName !== ''
          ? t('state.by_hand.by', { name: one.doneByName })
          : t(`state.${one.state}`)}
      </StateWord>
      {isStuck && (
        <div className="p-row">
          {isFailed && (
            <Button
              size="xs"
              loading={isBusy}
              leftSection={<IconRefresh size={16} aria-hidden />}
              aria-label={t('retry.one', { title, name })}
              onClick={() => press(() => retryExport(one.taskId, one.target), t('retry.done'))}
            >
              {t('retry')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={t('byHand.one', { title, name })}
            onClick={() => press(() => settleByHand(one.taskId, one.target), t('byHand.done'))}
          >
            {t('byHand')}
          </Button>
        </div>
      )}
    </div>
  );
}

const KNOWN = ['6301', '6302', '6303', '6311', 'PATIENT', 'VCALENDAR', 'VEVENT', 'CSV'] as const;
export function ImportRow({ one, fresh }: { one: ImportEntry; fresh: () => void }) {
  const t = useTransferTexts(),
    language = useLanguage(),
    { isBusy, run } = useSubmit(),
    what = KNOWN.find((word) => word === one.what) ?? 'other',
    isCalendar = one.kind === 'ical' || one.kind === 'csv';
  return (
    <div role="listitem" className="ds-row">
      <div className="ds-what">
        <span>
          {one.patid !== '' && (
            <>
              <strong>{one.name === '' ? t('unnamed', { patid: one.patid }) : one.name}</strong>{' '}
              ·{' '}
            </>
          )}
          {t(`what.${what}`)}
          {one.asked !== '' && (
            <>
              {': '}
              <bdi>{one.asked}</bdi>
            </>
          )}
          {isCalendar && one.outcome === 'taken' && ` · ${t('count', { count: one.count })}`}
        </span>
        <span className="ds-sub">
          {showInstant(one.at, language)} · <span className="ds-file">{one.fileName}</span>
          {one.outcome === 'failed' &&
            one.count > 0 &&
            ` · ${t(what === 'VEVENT' ? 'leftOut' : 'record', { count: one.count })}`}
        </span>
        {one.error !== null && (
          <span className={one.outcome === 'failed' ? 'ds-error' : 'ds-sub'}>
            {t(`read.${one.error}` as TransferKey)}
            {one.detail !== '' &&
              ` ${t(one.error === 'names_left' ? 'detail.names' : 'detail.lines', { detail: one.detail })}`}
          </span>
        )}
      </div>
      {one.outcome === 'failed' && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={t('seen.one', { name: one.fileName })}
          onClick={() =>
            void run(async () => {
              await markSeen(one.id);
              fresh();
            }, sayError)
          }
        >
          {t('seen')}
        </Button>
      )}
    </div>
  );
}
