// Re-authenticates before an irreversible action (step-up, at most five minutes old): by one of the
// user's second factors, or by the password of users without one.

import { Anchor, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { sendStepUpCode, stepUpBy } from '../../api.ts';
import { hasPasskeys, stepUpByPasskey } from '../../passkeys.ts';
import { isNoCode } from './code-shape.ts';
import { ErrorNotice, useUiTexts } from '../ErrorNotice.tsx';
import { useOwnFactors } from './own-factors.ts';
import { useSubmit } from './use-submit.ts';
import { Modal } from '../Modal.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onConfirmed: () => Promise<void>;
  children?: ReactNode;
  title?: string;
  actionLabel?: string;
  /** Reason of the request; by default, that the action is irreversible. */
  why?: string;
}

export function StepUp({ isOpen, onClose, title, ...rest }: Props) {
  const t = useUiTexts();
  return (
    <Modal zIndex={300} opened={isOpen} onClose={onClose} title={title ?? t('stepUp.title')}>
      <Question {...rest} onClose={onClose} />
    </Modal>
  );
}

/** Remounted with each opening: no input stays. */
function Question({
  onClose,
  onConfirmed,
  children,
  actionLabel,
  why,
}: Omit<Props, 'isOpen' | 'title'>) {
  const t = useUiTexts();
  const factors = useOwnFactors().data;
  const { isBusy, failed, run, clear } = useSubmit();
  const [wantsCode, setWantsCode] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isNone = isNoCode(failed);
  const isWrong = failed instanceof CallError && failed.code === 'login_failed';
  const hasPasskey = factors?.passkeys.some((one) => !one.isCloned) ?? false;
  const code = factors?.totp ? 'app' : factors?.mail && !hasPasskey ? 'mail' : 'recovery';
  // The server accepts no password once there is a second factor.
  const way = code !== 'recovery' || wantsCode ? 'code' : hasPasskey ? 'passkey' : 'password';
  const mayPasskey = hasPasskeys() && factors?.canUsePasskeys === true && hasPasskey;
  useEffect(() => {
    if (way === 'code') field.current?.focus();
  }, [way]);

  const confirm = (proof: () => Promise<void>): void => {
    void run(
      async () => {
        await proof();
        await onConfirmed();
        onClose();
      },
      () => field.current?.select(),
    );
  };
  const submit = (): void => {
    if (way === 'passkey') confirm(stepUpByPasskey);
    else if (typed.trim() === '') field.current?.focus();
    else confirm(() => stepUpBy(way === 'code' ? { otp: typed.trim() } : { password: typed }));
  };
  const takeCode = (): void => {
    setWantsCode(true);
    setTyped('');
    clear();
  };
  const bind = {
    ref: field,
    value: typed,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setTyped(event.currentTarget.value);
    },
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <Text size="sm" mb={12}>
        {why ?? t('stepUp.why')}
      </Text>
      {way !== 'passkey' && (
        <ProofField bind={bind} way={way} code={code} isNone={isNone} isWrong={isWrong} />
      )}
      {failed !== null && !isWrong && !isNone && (
        <div className="p-gap">
          <ErrorNotice error={failed} />
        </div>
      )}
      {code === 'mail' && <MailedCode onSent={() => field.current?.focus()} />}
      {hasPasskey && (
        <OtherProof
          mayCode={way === 'passkey'}
          mayPasskey={mayPasskey}
          isBusy={isBusy}
          onCode={takeCode}
          onPasskey={() => confirm(stepUpByPasskey)}
        />
      )}
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        {way !== 'passkey' && (
          <Button type="submit" {...(why === undefined && { color: 'bad' })} loading={isBusy}>
            {actionLabel ?? t('stepUp.go')}
          </Button>
        )}
      </Group>
    </form>
  );
}

type Code = 'app' | 'mail' | 'recovery';
const CODES = {
  app: { label: 'stepUp.code', hint: 'stepUp.codeHint' },
  mail: { label: 'stepUp.mail', hint: 'stepUp.mailHint' },
  recovery: { label: 'stepUp.recovery', hint: undefined },
} as const;

/** Sends a code to users whose only factor is their mail address. */
function MailedCode({ onSent }: { onSent: () => void }) {
  const t = useUiTexts();
  const { isBusy, failed, run } = useSubmit();
  const [isSent, setSent] = useState(false);
  const send = (): void => {
    void run(async () => {
      await sendStepUpCode();
      setSent(true);
      onSent();
    });
  };
  return (
    <Group gap={16} mt={4}>
      <Button size="xs" type="button" variant="default" loading={isBusy} onClick={send}>
        {t(isSent ? 'stepUp.sendAgain' : 'stepUp.send')}
      </Button>
      <Text size="sm" role="status">
        {isSent && failed === null ? t('stepUp.sent') : ''}
      </Text>
      {failed !== null && <ErrorNotice error={failed} />}
    </Group>
  );
}

/** The field of the code, or of the password. */
function ProofField({
  bind,
  way,
  code,
  isNone,
  isWrong,
}: {
  bind: {
    ref: RefObject<HTMLInputElement | null>;
    value: string;
    onChange: (event: { currentTarget: HTMLInputElement }) => void;
  };
  way: 'code' | 'password';
  code: Code;
  isNone: boolean;
  isWrong: boolean;
}) {
  const t = useUiTexts();
  return way === 'code' ? (
    <TextInput
      {...bind}
      label={t(CODES[code].label)}
      {...(CODES[code].hint && { description: t(CODES[code].hint) })}
      w={300}
      autoComplete="one-time-code"
      data-autofocus
      maxLength={20}
      spellCheck={false}
      error={isNone ? t('code.shape') : undefined}
    />
  ) : (
    <PasswordInput
      {...bind}
      label={t('stepUp.password')}
      autoComplete="current-password"
      data-autofocus
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      error={isWrong ? t('stepUp.wrong') : undefined}
    />
  );
}

/** The other ways to authenticate. */
function OtherProof({
  mayCode,
  mayPasskey,
  isBusy,
  onCode,
  onPasskey,
}: {
  mayCode: boolean;
  mayPasskey: boolean;
  isBusy: boolean;
  onCode: () => void;
  onPasskey: () => void;
}) {
  const t = useUiTexts();
  return (
    <Group gap={16} mt={4}>
      {mayCode && (
        <Anchor className="p-anchor" component="button" type="button" onClick={onCode}>
          {t('stepUp.useCode')}
        </Anchor>
      )}
      {mayPasskey && (
        <Button
          size="xs"
          type="button"
          variant="default"
          disabled={isBusy}
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          onClick={onPasskey}
        >
          {t('stepUp.passkey')}
        </Button>
      )}
    </Group>
  );
}
