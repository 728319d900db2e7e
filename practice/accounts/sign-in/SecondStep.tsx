// Second factor of the sign-in: a code or a passkey, and the way to another factor.

import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import { callByLink, CallError, enterBy } from '../../api.ts';
import { enterByPasskey, hasPasskeys } from '../../passkeys.ts';
import { isNoCode } from '../../ui/saving/code-shape.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';

type ByCode = Exclude<SecondFactor, 'passkey'>;
const LABEL = {
  totp: 'step.totp',
  mail: 'step.mail',
  recovery: 'step.recovery',
} as const satisfies Record<ByCode, string>;
const OTHER = {
  totp: 'step.useTotp',
  mail: 'step.useMail',
  recovery: 'step.useRecovery',
} as const satisfies Record<ByCode, string>;

export function SecondStep({ kinds, onOver }: { kinds: SecondFactor[]; onOver: () => void }) {
  const t = useAuthTexts(),
    ui = useUiTexts();
  const byCode = kinds.filter((kind): kind is ByCode => kind !== 'passkey');
  const mayPasskey = kinds.includes('passkey') && hasPasskeys();
  const [kind, setKind] = useState<ByCode | undefined>(byCode[0]);
  const [code, setCode] = useState('');
  const [wasSent, setSent] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isOver =
    failed instanceof CallError &&
    (failed.code === 'login_step_over' || failed.code === 'rate_limited');

  const attempt = (work: () => Promise<unknown>): Promise<boolean> =>
    run(work, (error) => {
      // A mistyped code can be corrected.
      if (!isNoCode(error)) setCode('');
      field.current?.focus();
    });
  const choose = (next: ByCode): void => {
    setKind(next);
    setCode('');
    clear();
    field.current?.focus();
  };
  const send = (): Promise<boolean> =>
    attempt(async () => {
      await callByLink('/auth/login/mail', {});
      setSent(true);
    });

  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') void attempt(() => enterBy('/auth/login/otp', { otp: code }));
        else field.current?.focus();
      }}
    >
      {mayPasskey && (
        <Button
          type="button"
          variant={kind ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void attempt(() => enterByPasskey(false))}
        >
          {t('step.passkey')}
        </Button>
      )}
      {kind === 'mail' && (
        <Group gap={12}>
          <Button type="button" variant="default" loading={isBusy} onClick={() => void send()}>
            {t('step.sendMail')}
          </Button>
          {wasSent && (
            <Text size="sm" role="status">
              {t('step.sent')}
            </Text>
          )}
        </Group>
      )}
      {kind && (
        <TextInput
          ref={field}
          data-autofocus
          label={t(LABEL[kind])}
          autoComplete="one-time-code"
          inputMode={kind === 'recovery' ? 'text' : 'numeric'}
          maxLength={20}
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={isNoCode(failed) ? ui('code.shape') : undefined}
        />
      )}
      {!kind && !mayPasskey && <Text>{t('step.elsewhere')}</Text>}
      {failed !== null && !isNoCode(failed) && <ErrorNotice error={failed} />}
      {kind && !isOver && (
        <Button type="submit" loading={isBusy}>
          {t('step.go')}
        </Button>
      )}
      {isOver && (
        <Button type="button" onClick={onOver}>
          {t('step.again')}
        </Button>
      )}
      <OtherWays kinds={byCode.filter((one) => one !== kind)} onChoose={choose} onOver={onOver} />
    </form>
  );
}

/** The other factors, and the way back. */
function OtherWays({
  kinds,
  onChoose,
  onOver,
}: {
  kinds: readonly ByCode[];
  onChoose: (kind: ByCode) => void;
  onOver: () => void;
}) {
  const t = useAuthTexts();
  return (
    <Group gap={16}>
      {kinds.map((one) => (
        <Anchor
          key={one}
          className="p-anchor"
          component="button"
          type="button"
          onClick={() => onChoose(one)}
        >
          {t(OTHER[one])}
        </Anchor>
      ))}
      <Anchor className="p-anchor" component="button" type="button" onClick={onOver}>
        {t('step.back')}
      </Anchor>
    </Group>
  );
}
