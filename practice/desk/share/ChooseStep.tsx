// Selects the extra proof a share asks for in addition to name and birth date; weaker options carry
// a warning and need a reason.

import { Radio, Stack, Text, Textarea } from '@mantine/core';
import type { SecondStep } from '../../../shared/exchange/share.ts';
import type { ShareWays } from '../../../shared/exchange/share.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useShareTexts } from './share-texts.ts';

interface Props {
  ways: ShareWays;
  step: SecondStep;
  reason: string;
  isShort: boolean;
  onStep: (step: SecondStep) => void;
  onReason: (reason: string) => void;
}

export function ChooseStep({ ways, step, reason, isShort, onStep, onReason }: Props) {
  const t = useShareTexts();
  return (
    <>
      <Radio.Group label={t('step')} value={step} onChange={onStep}>
        <Stack gap={10} mt={8}>
          <Radio value="code" label={t('step.code')} />
          {ways.sms !== null && <Radio value="sms" label={t('step.sms', { to: ways.sms })} />}
          {ways.mail !== null && <Radio value="mail" label={t('step.mail', { to: ways.mail })} />}
          {ways.mayBeBare && <Radio value="none" label={t('step.none')} />}
        </Stack>
      </Radio.Group>
      {step === 'code' || step === 'sms' ? (
        <Text size="sm" c="dimmed">
          {t(step === 'code' ? 'choose.code' : 'step.sms.text')}
        </Text>
      ) : (
        <Notice tone="warn">{t(`step.${step}.text`)}</Notice>
      )}
      {step === 'mail' && (
        <Textarea
          label={t('step.reason')}
          description={t('step.reason.hint')}
          rows={2}
          maxLength={500}
          value={reason}
          error={isShort ? t('step.reason.short') : undefined}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </>
  );
}
