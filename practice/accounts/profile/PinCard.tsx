// The own PIN of the lock, and codes by mail where the practice allows them.

import { Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { PIN_MAX, pinProblem } from '../../../shared/accounts/codes.ts';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { setFactorDone } from '../../session.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { FactorStepUp } from './FactorStepUp.tsx';
import { useProfileTexts } from './profile-texts.ts';
import { OnOff } from './OnOff.tsx';
import { useFactorAct } from './use-factor-act.ts';

export function PinCard({ factors }: { factors: Factors }) {
  const t = useProfileTexts();
  const ui = useUiTexts();
  const { act, failed, isBusy, stepUp } = useFactorAct();
  const [pin, setPin] = useState('');
  const [isTried, setTried] = useState(false);
  const problem = pinProblem(pin);
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (problem !== undefined) return false;
    return act(async () => {
      await call('/auth/pin', { method: 'PUT', json: { pin }, answer: 'none', timeout: TIMEOUT });
      setPin('');
      setTried(false);
      say(t('pin.saved'));
    });
  };
  useUnsaved(pin !== '', save);
  const remove = (): Promise<boolean> =>
    act(async () => {
      await call('/auth/pin', { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
      say(t('pin.removed'));
    });
  return (
    <section className="p-card" aria-labelledby="k-pin">
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Group justify="space-between">
          <Title order={2} id="k-pin">
            {t('pin.title')}
          </Title>
          <OnOff isOn={factors.hasPin} />
        </Group>
        <Text>{t('pin.what')}</Text>
        <PasswordInput
          w={240}
          label={t('pin.new')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={PIN_MAX}
          visibilityToggleButtonProps={{ 'aria-label': ui('showPassword') }}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, ''))}
          error={
            isTried && problem !== undefined
              ? t(problem === 'digits' ? 'pin.digits' : 'pin.easy')
              : undefined
          }
        />
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {t('pin.save')}
          </Button>
          {factors.hasPin && (
            <Button variant="subtle" onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
        </Group>
        {failed !== null && <ErrorNotice error={failed} />}
      </form>
      <FactorStepUp stepUp={stepUp} />
    </section>
  );
}

export function MailFactorCard({
  factors,
  onCodes,
}: {
  factors: Factors;
  onCodes: (codes: string[]) => void;
}) {
  const t = useProfileTexts();
  const { act, failed, isBusy, stepUp } = useFactorAct();
  const change = (): Promise<boolean> =>
    act(async () => {
      if (factors.mail) {
        await call('/auth/disable-mfa', {
          json: { kind: 'mail' },
          answer: 'none',
          timeout: TIMEOUT,
        });
        return;
      }
      const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('/auth/enable-mfa-email', {
        method: 'POST',
        timeout: TIMEOUT,
      });
      setFactorDone();
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
    });
  return (
    <section className="p-card p-stack" aria-labelledby="k-mail">
      <Group justify="space-between">
        <Title order={2} id="k-mail">
          {t('mailFactor.title')}
        </Title>
        <OnOff isOn={factors.mail} />
      </Group>
      <Text>{t('mailFactor.what')}</Text>
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => void change()}>
          {factors.mail ? t('mailFactor.disable') : t('mailFactor.enable')}
        </Button>
      </Group>
      {failed !== null && <ErrorNotice error={failed} />}
      <FactorStepUp stepUp={stepUp} />
    </section>
  );
}
