/**
 * Signature by typing one's own name: an equal alternative, accessible by keyboard and screen
 * reader.
 */
import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/fields/TextField.tsx';

export interface TypedSignatureProps {
  readonly signer: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isMissing: boolean;
  /** Id of the sentence that explains the button's effect. */
  readonly meansId: string;
}

/** Longer than any name; the typed name is printed next to the line. */
export const NAME_MAX = 120;

export function TypedSignature({
  signer,
  value,
  onChange,
  isMissing,
  meansId,
}: TypedSignatureProps) {
  const { t } = useTranslation('signature');
  return (
    <div className="sig-typed">
      <TextField
        label={t('typed.label')}
        keys="name"
        value={value}
        onChange={onChange}
        maxLength={NAME_MAX}
        error={isMissing && value.trim() === '' ? t('typed.missing') : undefined}
      />
      {value.trim() !== '' && (
        <p className="sig-typed__line" dir="auto" aria-hidden="true">
          {value}
        </p>
      )}
      <p className="sig-step__means" id={meansId}>
        {t('typed.means', { name: signer })}
      </p>
    </div>
  );
}
