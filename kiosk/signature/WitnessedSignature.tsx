/** Signature with a witness: the witness's name and, if the person can, a mark such as a cross. */
import { useTranslation } from 'react-i18next';
import type { Ink } from '../../shared/papers/signature.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { DrawnSignature } from './DrawnSignature.tsx';
import { NAME_MAX } from './TypedSignature.tsx';

export interface WitnessedSignatureProps {
  readonly signer: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isMissing: boolean;
  readonly meansId: string;
  readonly from: Ink | null;
  readonly hasInk: boolean;
  readonly onInk: (ink: Ink) => void;
}

export function WitnessedSignature(props: WitnessedSignatureProps) {
  const { t } = useTranslation('signature');
  return (
    <div className="sig-witnessed">
      <TextField
        label={t('witnessed.label')}
        hint={t('witnessed.hint')}
        keys="latin"
        value={props.value}
        onChange={props.onChange}
        maxLength={NAME_MAX}
        error={props.isMissing && props.value.trim() === '' ? t('witnessed.missing') : undefined}
      />
      <p className="sig-step__means" id={props.meansId}>
        {t('witnessed.means', { name: props.signer })}
      </p>
      <DrawnSignature
        isMark
        name={props.signer}
        from={props.from}
        hasInk={props.hasInk}
        onInk={props.onInk}
      />
    </div>
  );
}
