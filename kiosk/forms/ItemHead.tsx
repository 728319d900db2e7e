/**
 * Head of a question: text, required mark, number, read-aloud button, and „Warum fragen wir das?“
 * to unfold.
 */
import { memo, useId, useState } from 'react';
import { extensionOf } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Node } from '../../shared/forms/questionnaire/model.ts';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/fields/FieldError.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { ReadButton } from './ReadButton.tsx';
import { Words } from './Words.tsx';
import {
  helpsOf,
  labelOf,
  pictureOf,
  prefixOf,
  reasonsOf,
  said,
  textOf,
  type Reading,
} from './words.ts';
import { useWords } from './useWords.ts';

const MEDIA = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-itemMedia';

export interface ItemHeadProps {
  readonly node: Node;
  readonly id: string;
  readonly reading: Reading;
  /** The page's heading shows the question already. */
  readonly isHidden: boolean;
  /** „Das fragen wir jedes Mal neu.“ */
  readonly isAskedAgain: boolean;
  /** Field labelled by the question. */
  readonly forId?: string | undefined;
  /** The error message, above the question: both begin the view after a jump. */
  readonly problem?: string | undefined;
  readonly errorId?: string | undefined;
}

/** Keeps the head's identity while its answer is typed. */
export const ItemHead = memo(DrawnHead);

function DrawnHead(props: ItemHeadProps) {
  const { node, id, reading, isHidden, isAskedAgain, forId } = props;
  const { t } = useWords();
  const text = textOf(node.item, reading) ?? said(t('untitled'), 'de');
  const prefix = prefixOf(node.item, reading);
  const title = (
    <>
      {prefix && `${prefix} `}
      <Words said={text} isMarked={!isHidden} />
    </>
  );
  return (
    <div className="q-head">
      {!isHidden && <FieldError id={props.errorId}>{props.problem}</FieldError>}
      {isHidden ? (
        <VisuallyHidden id={id}>{title}</VisuallyHidden>
      ) : forId === undefined ? (
        <p className="k-label q-head__title" id={id}>
          {title}
        </p>
      ) : (
        <label className="k-label q-head__title" id={id} htmlFor={forId}>
          {title}
        </label>
      )}
      {!node.isRequired && !node.isReadOnly && node.enableWhen.length === 0 && (
        <p className="k-hint q-optional">
          <bdi>{t('optional')}</bdi>
        </p>
      )}
      {isAskedAgain && (
        <p className="k-hint">
          <bdi>{t('again')}</bdi>
        </p>
      )}
      {!isHidden && (
        <Reasons
          node={node}
          reading={reading}
          texts={[text, ...node.options.map((one) => labelOf(one, reading))]}
        />
      )}
    </div>
  );
}

export interface ReasonsProps {
  readonly node: Node;
  readonly reading: Reading;
  /** Text read aloud: the question and its answers. */
  readonly texts: readonly ReturnType<typeof said>[];
}

/**
 * Help text, read-aloud button, reason, picture and source link; renders nothing where there are
 * none.
 */
export function Reasons({ node, reading, texts }: ReasonsProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const reasons = reasonsOf(node, reading),
    helps = helpsOf(node, reading);
  const picture = pictureOf(node.item, MEDIA);
  const link = extensionOf(node.item, EXTENSION.supportLink)?.valueUri;
  return (
    <>
      {helps.map((one) => (
        <p className="k-hint q-help" key={one.text}>
          <Words said={one} isMarked />
        </p>
      ))}
      <div className="q-tools">
        <ReadButton id={node.linkId} texts={[...texts, ...helps, ...(isOpen ? reasons : [])]} />
        {reasons.length > 0 && (
          <Button
            kind="quiet"
            icon="info"
            expanded={isOpen}
            controls={panel}
            onPress={() => setOpen(!isOpen)}
          >
            {t('why')}
          </Button>
        )}
      </div>
      <div id={panel} className="q-why" hidden={!isOpen}>
        {isOpen &&
          reasons.map((one) => (
            <p key={one.text}>
              <Words said={one} isMarked />
            </p>
          ))}
      </div>
      {picture && <img className="q-picture" src={picture.src} alt={picture.title} />}
      {link !== undefined && (
        <p className="k-hint">
          <bdi>{t('more', { address: link })}</bdi>
        </p>
      )}
    </>
  );
}
