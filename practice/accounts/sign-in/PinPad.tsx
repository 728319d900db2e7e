// PIN entry by touch or keyboard: digits as points, keys of 64 pixels, Enter confirms.

import { Button } from '@mantine/core';
import { IconBackspace, IconCheck } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { PIN_MAX, PIN_MIN } from '../../../shared/accounts/codes.ts';
import { useAuthTexts } from './auth-texts.ts';

export function PinPad({ onPin, isBusy }: { onPin: (pin: string) => void; isBusy: boolean }) {
  const t = useAuthTexts();
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null),
    id = useId();
  // Focused with the same frame, also after a wrong PIN: a digit typed at once is not lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const add = (digit: string): void => setPin((old) => (old + digit).slice(0, PIN_MAX));
  const submit = (): void => {
    if (pin.length >= PIN_MIN) {
      if (!isBusy) onPin(pin);
    } else field.current?.focus();
  };
  return (
    <form
      className="l-pin"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="l-pin-label" htmlFor={id}>
        {t('lock.pin')}
      </label>
      <input
        ref={field}
        id={id}
        className="l-pin-field"
        type="password"
        inputMode="none"
        autoComplete="off"
        data-autofocus
        maxLength={PIN_MAX}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, '').slice(0, PIN_MAX))}
      />
      <div className="lk-keys">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <Button
            key={digit}
            type="button"
            variant="default"
            className="lk-key"
            tabIndex={-1}
            onClick={() => add(digit)}
          >
            {digit}
          </Button>
        ))}
        <Button
          type="button"
          variant="default"
          className="lk-key"
          tabIndex={-1}
          aria-label={t('lock.erase')}
          onClick={() => setPin((old) => old.slice(0, -1))}
        >
          <IconBackspace size={22} stroke={1.75} aria-hidden />
        </Button>
        <Button
          type="button"
          variant="default"
          className="lk-key"
          tabIndex={-1}
          onClick={() => add('0')}
        >
          0
        </Button>
        <Button type="submit" className="lk-key" aria-label={t('lock.go')} loading={isBusy}>
          <IconCheck size={22} stroke={2} aria-hidden />
        </Button>
      </div>
    </form>
  );
}
