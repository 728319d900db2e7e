/**
 * Signing step of one person: signer and role, document, the field, and alternatives for people who
 * cannot write.
 */
import type { TFunction } from 'i18next';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signer } from '../../shared/desk/mappe.ts';
import { inkVerdict, type Ink, type Mark } from '../../shared/papers/signature.ts';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/fields/FieldError.tsx';
import { SavedTick } from '../ui/SavedTick.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { useReadOn } from '../ui/readOn.tsx';
import { scrollIntoVisibleArea } from '../ui/useVisualViewport.ts';
import { DrawnSignature } from './DrawnSignature.tsx';
import { TypedSignature } from './TypedSignature.tsx';
import { WitnessedSignature } from './WitnessedSignature.tsx';
import './step.css';

export interface SignatureStepProps {
  /** The task's header (section, progress, text size, language, Hilfe). */
  readonly header: ReactNode;
  readonly signer: Signer;
  /** 1-based index of this signer, and number of signers here. */
  readonly position: number;
  readonly count: number;
  /**
   * The signed document; the text is binding, so title and version are those of the shown language
   * and the template.
   */
  readonly document: { readonly title: string; readonly version: number };
  /** Ink of this signer's draft. */
  readonly ink: Ink | null;
  /** True once the ink on the pad has been written to the draft. */
  readonly isSaved: boolean;
  /** The signature is being stored: prevents a second press. */
  readonly isBusy: boolean;
  /**
   * Called after each stroke, undo and clear; an ink without strokes means that the pad is empty
   * again.
   */
  readonly onInk: (ink: Ink) => void;
  readonly onSign: (mark: Mark) => void;
  readonly onBack: () => void;
  /** Where others sign the same document here: this one signs on another device or another day. */
  readonly onLater?: () => void;
  /** Opens the document without leaving the signature. */
  readonly onShowDocument?: () => void;
}

type Way = 'drawn' | 'other' | 'typed' | 'witnessed';

export function SignatureStep(props: SignatureStepProps) {
  const { signer } = props;
  const { t } = useTranslation('signature');
  const [way, setWay] = useState<Way>('drawn');
  const [name, setName] = useState('');
  const [witness, setWitness] = useState('');
  const [missing, setMissing] = useState(false);
  const [ink, setInk] = useState(props.ink);
  const hasInk = hasStrokes(ink);
  const field = useRef<HTMLDivElement>(null);
  const means = useId();
  const onward = useReadOn(way, t('read'));
  usePadInView(field, way);
  const keep = (next: Ink) => {
    setInk(next);
    setMissing(false);
    props.onInk(next);
  };
  const change = (next: Way) => {
    setMissing(false);
    setWay(next);
  };
  const sign = () => {
    const mark = markOf(way, { ink, name, witness });
    if (mark) {
      props.onSign(mark);
      return;
    }
    setMissing(true);
    askAgain(field.current);
  };

  return (
    <div className="sig-frame">
      <Screen
        header={props.header}
        layout="wide"
        pageKey={way}
        footer={
          <Footer
            back={backButton(
              t,
              way === 'drawn' ? props.onBack : () => change(way === 'other' ? 'drawn' : 'other'),
            )}
            primary={
              way === 'other' ? (
                onward.button
              ) : (
                <Button kind="primary" grow busy={props.isBusy} onPress={sign} describedBy={means}>
                  {t('done')}
                </Button>
              )
            }
            note={<SavedTick words={props.isSaved && hasInk ? t('saved') : null} />}
          />
        }
      >
        <div className="sig-step">
          {stepQuestion(props, t)}
          {way === 'other' && otherWays(t, change, onward.foot)}
          <div ref={field}>
            {way === 'drawn' && (
              <DrawnSignature
                name={signer.name}
                from={ink}
                hasInk={hasInk}
                onInk={keep}
                error={missing && <FieldError>{t('empty')}</FieldError>}
                onCannot={() => change('other')}
                {...(props.onLater && !hasInk && { onLater: props.onLater })}
              />
            )}
            {way === 'typed' && (
              <TypedSignature
                signer={signer.name}
                value={name}
                onChange={setName}
                isMissing={missing}
                meansId={means}
              />
            )}
            {way === 'witnessed' && (
              <WitnessedSignature
                signer={signer.name}
                value={witness}
                onChange={setWitness}
                isMissing={missing}
                meansId={means}
                from={ink}
                hasInk={hasInk}
                onInk={keep}
              />
            )}
          </div>
        </div>
      </Screen>
    </div>
  );
}

/** On a phone the field would lie under the button, or below the fold in large text. */
function usePadInView(field: RefObject<HTMLElement | null>, way: Way): void {
  useEffect(() => {
    if (way !== 'drawn') return undefined;
    const frame = requestAnimationFrame(() => bringIntoView(field.current));
    return () => cancelAnimationFrame(frame);
  }, [field, way]);
}

/** Focuses the missing entry; the message above it has moved it. */
function askAgain(root: HTMLElement | null): void {
  root?.querySelector('input')?.focus();
  requestAnimationFrame(() => bringIntoView(root));
}

/** Scrolls to the missing entry: the name to type, else the field to sign in. */
function bringIntoView(root: HTMLElement | null): void {
  const entry =
    root?.querySelector<HTMLElement>('input') ?? root?.querySelector<HTMLElement>('.sig-pad');
  if (entry) scrollIntoVisibleArea(entry);
}

function backButton(t: TFunction<'signature'>, onPress: () => void): ReactNode {
  return (
    <Button icon="back" onPress={onPress}>
      {t('back')}
    </Button>
  );
}

function otherWays(
  t: TFunction<'signature'>,
  change: (next: Way) => void,
  foot: ReactNode,
): ReactNode {
  return (
    <>
      <h2 className="sig-step__sub">{t('other.title')}</h2>
      <ActionTiles
        label={t('other.choose')}
        actions={[
          {
            id: 'typed',
            label: t('other.typed'),
            hint: t('other.typedHint'),
            onPress: () => change('typed'),
          },
          {
            id: 'witnessed',
            label: t('other.witnessed'),
            hint: t('other.witnessedHint'),
            onPress: () => change('witnessed'),
          },
          { id: 'drawn', label: t('other.draw'), onPress: () => change('drawn') },
        ]}
      />
      {foot}
    </>
  );
}

function stepQuestion(props: SignatureStepProps, t: TFunction<'signature'>): ReactNode {
  const { signer, position, count } = props;
  const as = signer.capacity ?? (signer.role === 'patient' ? undefined : t(`role.${signer.role}`));
  const heading =
    as === undefined
      ? t('who', { name: signer.name })
      : t('whoAs', { name: signer.name, capacity: as });
  return (
    <Question
      reason={
        <>
          <span className="sig-step__what">
            {t('what', { title: props.document.title, version: props.document.version })}
          </span>
          {props.onShowDocument && (
            <Button kind="quiet" icon="document" onPress={props.onShowDocument}>
              {t('show')}
            </Button>
          )}
        </>
      }
      aside={
        count > 1 ? (
          <span className="sig-step__position">{t('position', { position, count })}</span>
        ) : undefined
      }
    >
      {heading}
    </Question>
  );
}

function hasStrokes(ink: Ink | null): boolean {
  return ink !== null && ink.strokes.length > 0;
}

/**
 * Returns the signature as stored, or null while something is missing: only no ink, a dot or one
 * tap is rejected (design.md 5).
 */
export function markOf(
  way: Way,
  given: { ink: Ink | null; name: string; witness: string },
): Mark | null {
  const name = given.name.trim();
  const witness = given.witness.trim();
  if (way === 'drawn')
    return given.ink && inkVerdict(given.ink.strokes) === 'ok'
      ? { how: 'drawn', ink: given.ink }
      : null;
  if (way === 'typed') return name === '' ? null : { how: 'typed', name };
  if (way === 'witnessed')
    return witness === ''
      ? null
      : { how: 'witnessed', witness, ink: hasStrokes(given.ink) ? given.ink : null };
  return null;
}
