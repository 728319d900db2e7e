// The seal keys of the practice, for an owner: which one seals, which were retired, and the dialog
// that retires one.

import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { Modal } from '../../ui/Modal.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { berlinDay, berlinInstant, dayText } from '../../../shared/base/dates.ts';
import { RETIRE_REASONS, type RetireReason } from '../../../shared/papers/seal/retired-seal.ts';
import type { SealKey } from '../../../shared/papers/seal/retired-seal.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useLanguage } from '../../ui/texts.ts';
import { download } from '../../ui/pdf.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { getSealKeys, retireSealKey } from './documents-calls.ts';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

export const RETIRE_WORDS: Record<RetireReason, DocumentsKey> = {
  stolen: 'keys.stolen',
  lost: 'keys.lost',
  other: 'keys.other',
};

export function SealKeysCard() {
  const t = useDocumentsTexts(),
    language = useLanguage();
  const keys = useQuery({ queryKey: ['seal', 'keys'], queryFn: getSealKeys });
  const [retiring, setRetiring] = useState<SealKey | null>(null);
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  const day = (at: number): string => dayText(berlinDay(at), language);
  const stateOf = ({ retired, isInUse }: SealKey): string => {
    if (retired !== null)
      return t('keys.retired', { day: day(retired.from), reason: t(RETIRE_WORDS[retired.reason]) });
    return t(isInUse ? 'keys.inUse' : 'keys.former');
  };
  return (
    <section className="p-card p-noprint">
      <Title order={2} mb={4}>
        {t('keys.title')}
      </Title>
      <Text mb={8}>{t('keys.text')}</Text>
      <ul className="d-keys">
        {keys.data?.items.map((one) => (
          <li key={one.id}>
            <div>
              <Text fw={600} size="sm">
                {t('keys.one', { from: day(one.from), until: day(one.until) })}
              </Text>
              <Text size="sm">{stateOf(one)}</Text>
            </div>
            {one.retired === null && (
              <Button variant="default" onClick={() => setRetiring(one)}>
                {t('keys.retire')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        onClick={() =>
          void download('/documents/revocations', 'praxis-sperrliste.pem').catch(sayError)
        }
      >
        {t('keys.list')}
      </Button>
      {retiring && <RetireDialog one={retiring} onClose={() => setRetiring(null)} />}
    </section>
  );
}

function RetireDialog({ one, onClose }: { one: SealKey; onClose: () => void }) {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit();
  const [today] = useState(() => berlinDay(Date.now())),
    [from, setFrom] = useState(today),
    [reason, setReason] = useState<RetireReason>('stolen');
  const isDayRight = from !== '' && from <= today && from >= berlinDay(one.from);
  const submit = (): void => {
    if (!isDayRight) return;
    void run(() =>
      asking.run(async () => {
        await retireSealKey(one.id, { from: berlinInstant(from, '00:00'), reason });
        await queries.invalidateQueries({ queryKey: ['seal'] });
        say(t('keys.done'));
        onClose();
      }),
    );
  };
  return (
    <>
      <Modal opened onClose={onClose} title={t('keys.retireTitle')} size={560}>
        <form
          noValidate
          className="p-stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text size="sm">{t('keys.retireText')}</Text>
          <NativeSelect
            label={t('keys.reason')}
            value={reason}
            data={RETIRE_REASONS.map((value) => ({ value, label: t(RETIRE_WORDS[value]) }))}
            onChange={(event) => setReason(event.currentTarget.value as RetireReason)}
          />
          <DayField
            label={t('keys.from')}
            description={t('keys.fromHint')}
            value={from}
            error={isDayRight ? undefined : t('keys.fromWrong')}
            onChange={setFrom}
          />
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" color="red" loading={isBusy}>
              {t('keys.go')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('keys.stepUp')}
        actionLabel={t('keys.go')}
      />
    </>
  );
}
