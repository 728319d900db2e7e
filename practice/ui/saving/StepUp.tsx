// Re-authenticates before an irreversible action (step-up, at most five minutes old): by password,
// or by one of the user's factors.

import { Anchor, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { stepUpBy } from '../../api.ts';
import { hasPasskeys, stepUpByPasskey } from '../../passkeys.ts';
import { isNoCode } from '../code-shape.ts';
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
    <Modal
      zIndex={300}
      opened={isOpen}
      onClose={onClose}
      title={title ?? t('stepUp.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
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
  const [byCode, setByCode] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isNone = isNoCode(failed);
  const isWrong = failed instanceof CallError && failed.code === 'login_failed';
  const mayCode = factors?.totp ?? false;
  const mayPasskey =
    hasPasskeys() &&
    factors?.canUsePasskeys === true &&
    factors.passkeys.some((one) => !one.isCloned);
  useEffect(() => {
    if (byCode) field.current?.focus();
  }, [byCode]);

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
    if (typed.trim() === '') field.current?.focus();
    else confirm(() => stepUpBy(byCode ? { otp: typed.trim() } : { password: typed }));
  };
  const change = (): void => {
    setByCode(!byCode);
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
      <ProofField bind={bind} byCode={byCode} isNone={isNone} isWrong={isWrong} />
      {failed !== null && !isWrong && !isNone && (
        <div className="p-gap">
          <ErrorNotice error={failed} />
        </div>
      )}
      {(mayCode || mayPasskey) && (
        <OtherProof
          byCode={byCode}
          mayCode={mayCode}
          mayPasskey={mayPasskey}
          isBusy={isBusy}
          onChange={change}
          onPasskey={() => confirm(stepUpByPasskey)}
        />
      )}
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" {...(why === undefined && { color: 'bad' })} loading={isBusy}>
          {actionLabel ?? t('stepUp.go')}
        </Button>
      </Group>
    </form>
  );
}

/** The field of the code, or of the password. */
function ProofField({
  bind,
  byCode,
  isNone,
  isWrong,
}: {
  bind: {
    ref: RefObject<HTMLInputElement | null>;
    value: string;
    onChange: (event: { currentTarget: HTMLInputElement }) => void;
  };
  byCode: boolean;
  isNone: boolean;
  isWrong: boolean;
}) {
  const t = useUiTexts();
  return byCode ? (
    <TextInput
      {...bind}
      label={t('stepUp.code')}
      w={240}
      inputMode="numeric"
      autoComplete="one-time-code"
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
  byCode,
  mayCode,
  mayPasskey,
  isBusy,
  onChange,
  onPasskey,
}: {
  byCode: boolean;
  mayCode: boolean;
  mayPasskey: boolean;
  isBusy: boolean;
  onChange: () => void;
  onPasskey: () => void;
}) {
  const t = useUiTexts();
  return (
    <Group gap={16} mt={4}>
      {mayCode && (
        <Anchor className="p-anchor" component="button" type="button" onClick={onChange}>
          {t(byCode ? 'stepUp.usePassword' : 'stepUp.useCode')}
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
