/**
 * The six-digit PIN before the staff menu. The server checks it, or the tablet without a network
 * (rule 22 of `kiosk/session/SPEC.md`); a notice explains why the menu stays closed.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/fields/CodeInput.tsx';
import { Modal } from '../ui/Modal.tsx';
import { NumberPad } from '../ui/fields/NumberPad.tsx';

const PIN_LENGTH = 6;

export interface StaffPinProps {
  readonly open: boolean;
  readonly isChecking: boolean;
  readonly problem: 'wrong' | 'offline' | 'locked' | null;
  readonly onPin: (pin: string) => void;
  readonly onClose: () => void;
}

export function StaffPin(props: StaffPinProps) {
  const { t } = useTranslation('team');
  return (
    <Modal
      open={props.open}
      title={t('pin.title')}
      onEscape={props.onClose}
      actions={<Button onPress={props.onClose}>{t('close')}</Button>}
    >
      {props.open && <PinFields {...props} />}
    </Modal>
  );
}

/** Mounted only while the dialog is open: the digits are discarded with it. */
function PinFields({ isChecking, problem, onPin }: StaffPinProps) {
  const { t } = useTranslation('team');
  const [pin, setPin] = useState('');
  const [sent, setSent] = useState(false);
  if (sent && problem && !isChecking) {
    setSent(false);
    setPin('');
  }
  const put = (digits: string) => {
    if (isChecking) return;
    setPin(digits);
    if (digits.length < PIN_LENGTH) return;
    setSent(true);
    onPin(digits);
  };
  return (
    <div className="tab-pin">
      <CodeInput
        kind="digits"
        masked
        padOnly
        groups={[PIN_LENGTH]}
        label={t('pin.label')}
        groupLabel={() => t('pin.group')}
        value={pin}
        onChange={put}
        error={!isChecking && pin === '' && problem ? t(`pin.${problem}`) : undefined}
      />
      <p role="status">{isChecking ? t('pin.checking') : ''}</p>
      <NumberPad
        labels={{ group: t('pin.pad'), backspace: t('pin.backspace') }}
        onDigit={(digit) => put((pin + digit).slice(0, PIN_LENGTH))}
        onBackspace={() => put(pin.slice(0, -1))}
      />
    </div>
  );
}
