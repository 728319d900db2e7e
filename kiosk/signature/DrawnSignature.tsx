/** Field for a drawn signature with undo, clear and alternatives for people who cannot write. */
import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ink } from '../../shared/papers/signature.ts';
import { Button } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { SignaturePad, type SignaturePadHandle } from './SignaturePad.tsx';

export interface DrawnSignatureProps {
  readonly name: string;
  readonly from: Ink | null;
  readonly hasInk: boolean;
  readonly onInk: (ink: Ink) => void;
  readonly error?: ReactNode;
  /** Absent where the person has already made that choice. */
  readonly onCannot?: () => void;
  /** Where others sign here too: marks this signer as absent. */
  readonly onLater?: () => void;
  /** A mark instead of a signature: other texts, no hint about writing. */
  readonly isMark?: boolean;
}

export function DrawnSignature({
  name,
  from,
  hasInk,
  onInk,
  error,
  onCannot,
  onLater,
  isMark = false,
}: DrawnSignatureProps) {
  const { t } = useTranslation('signature');
  const pad = useRef<SignaturePadHandle>(null);
  const hint = useId();
  return (
    <div className="sig-drawn">
      <p className="sig-drawn__hint" id={hint}>
        {isMark ? t('witnessed.mark') : t('hint')}
      </p>
      <p className="sig-drawn__turn">{t('turn')}</p>
      {error}
      <SignaturePad
        ref={pad}
        label={isMark ? t('markPad', { name }) : t('pad', { name })}
        describedBy={hint}
        from={from}
        onInk={onInk}
      />
      <VisuallyHidden>
        <span role="status">{hasInk && !isMark ? t('onPad') : ''}</span>
      </VisuallyHidden>
      <div className="sig-drawn__tools">
        <div className="sig-drawn__mend">
          <Button icon="undo" onPress={() => pad.current?.undo()}>
            {t('undo')}
          </Button>
          <Button icon="clear" onPress={() => pad.current?.clear()}>
            {t('clear')}
          </Button>
        </div>
        {onLater && (
          <Button kind="quiet" label={t('laterOf', { name })} onPress={onLater}>
            {t('later')}
          </Button>
        )}
        {onCannot && (
          <Button kind="quiet" onPress={onCannot}>
            {t('cannot')}
          </Button>
        )}
      </div>
    </div>
  );
}
