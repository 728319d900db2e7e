// The authenticator app: set up by QR code or typed secret, on after its first correct code, off by
// a code of the app or of a mail.

import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { setFactorDone } from '../../session.ts';
import { isNoCode } from '../../ui/saving/code-shape.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { QrPicture } from '../../ui/QrPicture.tsx';
import { say } from '../../ui/toast.tsx';
import { FactorStepUp } from './FactorStepUp.tsx';
import { useProfileTexts } from './profile-texts.ts';
import { OnOff } from './OnOff.tsx';
import { useFactorAct } from './use-factor-act.ts';

interface Setup {
  secret: string;
  otpauthUri: string;
}

/** Holds the steps of the authenticator app: set up, switched on, left. */
function useTotp(onCodes: (codes: string[]) => void) {
  const t = useProfileTexts();
  const { act, failed, isBusy, stepUp } = useFactorAct();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The QR code is scanned by another device; on this one the code field is the next step.
  useEffect(() => {
    if (setup !== null || isLeaving) field.current?.focus();
  }, [setup, isLeaving]);

  const begin = (): Promise<boolean> =>
    act(async () =>
      setSetup(
        await call<Setup>('/auth/setup-mfa-authenticator', { method: 'POST', timeout: TIMEOUT }),
      ),
    );
  const enable = (): Promise<boolean> =>
    act(async () => {
      const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(
        '/auth/enable-mfa-authenticator',
        { json: { otp: code }, timeout: TIMEOUT },
      );
      setSetup(null);
      setCode('');
      setFactorDone();
      say(t('totp.isOn'));
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
    });
  const disable = (): Promise<boolean> =>
    act(async () => {
      await call('/auth/disable-mfa', {
        json: { kind: 'totp', otp: code },
        answer: 'none',
        timeout: TIMEOUT,
      });
      setLeaving(false);
      setCode('');
      say(t('totp.isOff'));
    });
  const sendCode = (): Promise<boolean> =>
    act(async () => {
      await call('/auth/request-disable-mfa-code', {
        method: 'POST',
        answer: 'none',
        timeout: TIMEOUT,
      });
      say(t('totp.sent'));
    });
  const cancel = (): void => {
    setSetup(null);
    setLeaving(false);
    setCode('');
  };
  return {
    setup,
    isLeaving,
    code,
    setCode,
    field,
    begin,
    enable,
    leave: () => setLeaving(true),
    disable,
    sendCode,
    cancel,
    failed,
    isBusy,
    stepUp,
  };
}

export function TotpCard({
  factors,
  onCodes,
}: {
  factors: Factors;
  onCodes: (codes: string[]) => void;
}) {
  const t = useProfileTexts(),
    ui = useUiTexts();
  const totp = useTotp(onCodes),
    { setup, isLeaving, field, failed, isBusy } = totp;
  const codeField = (
    <TextInput
      ref={field}
      label={t('totp.code')}
      w={240}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      value={totp.code}
      onChange={(event) => totp.setCode(event.currentTarget.value)}
      error={isNoCode(failed) ? ui('code.shape') : undefined}
    />
  );

  return (
    <section className="p-card p-stack" aria-labelledby="k-totp">
      <Group justify="space-between">
        <Title order={2} id="k-totp">
          {t('totp.title')}
        </Title>
        <OnOff isOn={factors.totp} />
      </Group>
      <Text>{t('totp.what')}</Text>
      {!factors.totp && !setup && (
        <Group>
          <Button loading={isBusy} onClick={() => void totp.begin()}>
            {t('totp.begin')}
          </Button>
        </Group>
      )}
      {setup && (
        <SetupForm totp={totp} setup={setup}>
          {codeField}
        </SetupForm>
      )}
      {factors.totp && !isLeaving && (
        <Group>
          <Button variant="default" onClick={() => totp.leave()}>
            {t('totp.leave')}
          </Button>
        </Group>
      )}
      {factors.totp && isLeaving && (
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void totp.disable();
          }}
        >
          <Text>{t('totp.leaveHow')}</Text>
          {codeField}
          <Group>
            <Button type="submit" color="bad" loading={isBusy}>
              {t('totp.disable')}
            </Button>
            <Button variant="default" onClick={() => void totp.sendCode()}>
              {t('totp.lost')}
            </Button>
            <Button variant="default" onClick={totp.cancel}>
              {t('cancel')}
            </Button>
          </Group>
        </form>
      )}
      {failed !== null && !isNoCode(failed) && <ErrorNotice error={failed} />}
      <FactorStepUp stepUp={totp.stepUp} />
    </section>
  );
}

/** The QR code and the typed secret, with the field of the first code. */
function SetupForm({
  totp,
  setup,
  children,
}: {
  totp: ReturnType<typeof useTotp>;
  setup: Setup;
  children: ReactNode;
}) {
  const t = useProfileTexts();
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void totp.enable();
      }}
    >
      <Text>{t('totp.scan')}</Text>
      <div className="k-qr">
        <QrPicture text={setup.otpauthUri} label={t('totp.picture')} />
      </div>
      <div>
        <Text size="sm">{t('totp.typed')}</Text>
        <div className="k-secret" translate="no">
          {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </div>
      </div>
      {children}
      <Group>
        <Button type="submit" loading={totp.isBusy}>
          {t('totp.enable')}
        </Button>
        <Button variant="default" onClick={totp.cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
