// Changes of account and invoice details that wait: whose word is missing, and the stop.

import { Button, Group, Text, Title } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconHourglass,
  IconRefresh,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { CallError } from '../../../shared/base/client.ts';
import type { HeldChange } from '../../../shared/vendor/contract/held-change.schema.ts';
import type { ContractAnswer } from '../../../shared/vendor/payment.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { answerChange } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

const SHOWN = {
  waiting: { tone: 'warn', icon: IconHourglass },
  applying: { tone: 'info', icon: IconRefresh },
  done: { tone: 'ok', icon: IconCheck },
  stopped: { tone: 'off', icon: IconBan },
  lapsed: { tone: 'off', icon: IconX },
} as const satisfies Record<HeldChange['state'], { tone: Tone; icon: Icon }>;

interface RowProps {
  one: HeldChange;
  isBusy: boolean;
  onAnswer: (act: 'approve' | 'stop') => void;
}
function Row({ one, isBusy, onAnswer }: RowProps) {
  const t = usePaymentTexts(),
    language = useLanguage(),
    what = `${t(`held.${one.kind}`)}, ${one.what}`,
    isOpen = one.state === 'waiting';
  const words = [
    t('held.by', { name: one.name, at: showInstant(one.at, language) }),
    ...(isOpen
      ? [
          t('held.due', { at: showInstant(one.dueAt, language) }),
          one.needsSecond && t(one.approvedAt === null ? 'held.needsSecond' : 'held.approved'),
          one.needsReader && t(one.confirmedAt === null ? 'held.needsReader' : 'held.confirmed'),
          ((one.needsSecond && one.approvedAt === null) ||
            (one.needsReader && one.confirmedAt === null)) &&
            t('held.lapses', { at: showInstant(one.lapsesAt, language) }),
        ].filter((word) => word !== false)
      : [one.endedAt === null ? '' : showInstant(one.endedAt, language)]),
  ].filter((word) => word !== '');
  return (
    <li>
      <div className="v-what">
        <Text fw={600}>{what}</Text>
        <StateWord {...SHOWN[one.state]}>{t(`held.${one.state}`)}</StateWord>
        <Text size="sm">{words.join(' · ')}</Text>
      </div>
      {isOpen && (
        <Group gap={8}>
          {one.mayApprove && (
            <Button
              size="xs"
              disabled={isBusy}
              aria-label={t('held.approveOf', { what })}
              onClick={() => onAnswer('approve')}
            >
              {t('held.approve')}
            </Button>
          )}
          <ConfirmButton
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={t('held.stopOf', { what })}
            question={t('held.stopAsk')}
            yes={t('held.stop')}
            onYes={() => onAnswer('stop')}
          >
            {t('held.stop')}
          </ConfirmButton>
        </Group>
      )}
    </li>
  );
}

export function HeldChanges({
  shown: { changes, hasSecondOwner },
  confirm,
  onChanged,
}: {
  shown: ContractAnswer;
  /** Runs work that may need the password first. */
  confirm: (work: () => Promise<void>) => Promise<void>;
  onChanged: () => Promise<void>;
}) {
  const t = usePaymentTexts(),
    { isBusy, failed, run } = useSubmit();
  const answer = (id: string, act: 'approve' | 'stop'): void =>
    void run(async () => {
      try {
        await confirm(async () => {
          await answerChange(id, act);
          say(t(`held.${act}Done`));
        });
      } finally {
        await onChanged();
      }
    });
  return (
    <section className="p-card p-stack" aria-labelledby="v-held">
      <Title order={2} id="v-held">
        {t(changes.length > 0 ? 'held' : 'held.rule')}
      </Title>
      <Text size="sm">{t('held.hint')}</Text>
      <Text size="sm">{t(hasSecondOwner ? 'held.second' : 'held.single')}</Text>
      {failed instanceof CallError && failed.code === 'state_conflict' ? (
        <Notice tone="bad" role="alert">
          {t('held.late')}
        </Notice>
      ) : (
        failed !== null && <ErrorNotice error={failed} />
      )}
      {changes.length > 0 && (
        <ul className="v-held">
          {changes.map((one) => (
            <Row key={one.id} one={one} isBusy={isBusy} onAnswer={(act) => answer(one.id, act)} />
          ))}
        </ul>
      )}
    </section>
  );
}
