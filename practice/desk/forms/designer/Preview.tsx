// The form as a patient sees it, rendered by the same engine: pages, conditions and repetitions are
// live, nothing is saved.

import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import { findLanguage } from '../../../../shared/base/languages.ts';
import {
  isOption,
  textOfValue,
  type Node,
  type Option,
} from '../../../../shared/forms/questionnaire/model.ts';
import { compute } from '../../../../shared/forms/questionnaire/expressions/computed.ts';
import { isTold } from '../../../../shared/forms/answers/stopped.ts';
import {
  TEST_RECORD,
  type PatientVariable,
} from '../../../../shared/forms/answers/patient-variable.ts';
import type { Fault } from '../../../../shared/forms/questionnaire/expressions/scope.ts';
import { PageButtons, PreviewCandidates, PreviewHead } from './panels/PreviewParts.tsx';
import { scoreOf, type Score } from './score.ts';
import { TestPatient } from './panels/TestPatient.tsx';
import {
  addInstance,
  answersAt,
  newState,
  setAnswers,
  toggleOption,
  type Place,
} from '../../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../../shared/forms/questionnaire/view.ts';
import { wordsOf, wordsOfOption } from '../../../../shared/forms/questionnaire/words.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { modelIn } from './form-model.ts';
import { useEvaluate } from './use-evaluate.ts';

const rootOf = (node: Node): Node => (node.parent ? rootOf(node.parent) : node);
const depthOf = (node: Node): number => (node.parent ? depthOf(node.parent) + 1 : 0);

/** The live preview, page by page, in any of its languages. */
export function Preview({
  form,
  languages,
  selected,
  onSelect,
}: {
  form: Questionnaire;
  languages: readonly string[];
  selected: string | undefined;
  onSelect: (linkId: string) => void;
}) {
  const t = useDesignerTexts(),
    screen = useLanguage();
  const [size, setSize] = useState<'tablet' | 'phone'>('phone'),
    [language, setLanguage] = useState('de');
  const model = modelIn(form);
  const [state, setState] = useState(() => newState(model)),
    [patient, setPatient] = useState(TEST_RECORD);
  const evaluate = useEvaluate(model.usesFhirPath),
    done = useMemo(
      () =>
        evaluate
          ? compute(model, state, evaluate, { language, variables: { patient } })
          : undefined,
      [model, state, evaluate, language, patient],
    );
  const now = done?.state ?? state,
    view = done?.view ?? viewOf(model, state),
    places = view.places().filter((one) => !one.node.isHidden),
    pages = model.roots.filter((root) => places.some((one) => rootOf(one.node) === root));
  const chosen = selected === undefined ? undefined : model.byLinkId.get(selected),
    [page, setPage] = useState<string | undefined>();
  const at = Math.max(
    0,
    pages.findIndex((one) => one.linkId === (page ?? (chosen ? rootOf(chosen).linkId : undefined))),
  );
  const shown = places.filter((one) => rootOf(one.node) === pages[at]);
  const [last, setLast] = useState(selected);
  // Selecting another item turns to its page.
  if (last !== selected) {
    setLast(selected);
    setPage(undefined);
  }
  return (
    <section className="p-card f-preview" aria-label={t('preview')}>
      <PreviewHead
        size={size}
        onSize={setSize}
        language={language}
        languages={languages}
        onLanguage={setLanguage}
        onAgain={() => setState(newState(model))}
      />
      <div
        className="f-screen"
        data-size={size}
        lang={language}
        dir={findLanguage(language)?.dir ?? 'ltr'}
      >
        {pages.length === 0 ? (
          <p className="p-muted">{t('preview.empty')}</p>
        ) : (
          <>
            <p className="p-small p-muted" lang={screen} dir="ltr">
              {t('preview.page', { n: at + 1, of: pages.length })}
            </p>
            {shown.map((place) => (
              <PreviewItem
                key={place.key}
                place={view.asShown(place)}
                language={language}
                isChosen={place.node.linkId === selected}
                answers={answersAt(now, place)}
                broken={
                  done?.problems
                    .filter((one) => one.key === place.key)
                    .map((one) => one.human ?? '') ?? []
                }
                onPick={() => onSelect(place.node.linkId)}
                put={(values) => setState(setAnswers(now, place, values))}
                toggle={(option) => setState(toggleOption(now, place, option))}
                more={() => setState(addInstance(now, place))}
              />
            ))}
            <PageButtons at={at} count={pages.length} onTurn={(to) => setPage(pages[to]?.linkId)} />
          </>
        )}
      </div>
      <PreviewFoot
        score={scoreOf(view)}
        formulas={!model.usesFhirPath ? 'none' : evaluate ? 'ready' : 'loading'}
        patient={patient}
        missing={done?.faults.filter(isTold) ?? []}
        nameOf={(linkId) => model.byLinkId.get(linkId)?.item.text ?? linkId}
        onPatient={setPatient}
      />
      <p className="p-small p-muted">{t('preview.what')}</p>
    </section>
  );
}

/** Points, and the person whom formulas see. */
function PreviewFoot({
  score,
  formulas,
  patient,
  missing,
  nameOf,
  onPatient,
}: {
  score: Score;
  formulas: 'none' | 'loading' | 'ready';
  patient: PatientVariable;
  missing: readonly Fault[];
  nameOf: (linkId: string) => string;
  onPatient: (patient: PatientVariable) => void;
}) {
  const t = useDesignerTexts();
  return (
    <>
      {score.asked > 0 && (
        <p className="p-small">
          {t('preview.score', { total: score.total, answered: score.answered, asked: score.asked })}
        </p>
      )}
      {formulas !== 'none' && (
        <TestPatient patient={patient} missing={missing} nameOf={nameOf} onChange={onPatient} />
      )}
      {formulas === 'loading' && <p className="p-small p-muted">{t('preview.formulas')}</p>}
    </>
  );
}

interface ItemProps {
  place: Place;
  language: string;
  isChosen: boolean;
  answers: readonly FhirValue[];
  /** Messages of the rules that the answers violate. */
  broken: readonly string[];
  onPick: () => void;
  put: (values: readonly FhirValue[]) => void;
  toggle: (option: Option) => void;
  more: () => void;
}
function PreviewItem({
  place: { node, key },
  language,
  isChosen,
  answers,
  broken,
  onPick,
  put,
  toggle,
  more,
}: ItemProps) {
  const t = useDesignerTexts(),
    words = wordsOf(node.item, language),
    id = `f-preview-${key}`,
    lang = words.language;
  const head = (
    <div id={id} className={node.type === 'group' ? 'f-phead' : 'f-ptext'} lang={lang}>
      {words.text === '' ? t('noText') : words.text}
    </div>
  );
  const style = { marginInlineStart: Math.max(0, depthOf(node) - 1) * 12 };
  if (node.type === 'group')
    return (
      <div className="f-pitem" data-chosen={isChosen} style={style} onPointerDown={onPick}>
        {head}
        {node.isFrame && (
          <Button size="xs" variant="default" onClick={more}>
            {t('preview.more')}
          </Button>
        )}
      </div>
    );
  if (node.type === 'display')
    return (
      <div className="f-pitem p-muted" data-chosen={isChosen} style={style} onPointerDown={onPick}>
        {head}
      </div>
    );
  return (
    <div
      className="f-pitem"
      data-chosen={isChosen}
      style={style}
      role="group"
      aria-labelledby={id}
      onPointerDown={onPick}
    >
      {head}
      {words.why !== undefined && (
        <div className="p-small p-muted" lang={lang}>
          {words.why}
        </div>
      )}
      <PreviewCandidates node={node} language={language} answers={answers} toggle={toggle} />
      <Answer
        node={node}
        language={language}
        labelledBy={id}
        answers={answers}
        put={put}
        toggle={toggle}
      />
      {broken.map((text, at) => (
        <div key={at} className="f-broken" role="alert">
          {text === '' ? t('preview.broken') : text}
        </div>
      ))}
    </div>
  );
}

/** The typed text as the value that this kind of question takes. */
function typedValue(node: Node, text: string): FhirValue {
  const number = Number(text);
  switch (node.type) {
    case 'integer':
      return { valueInteger: Math.round(number) };
    case 'decimal':
      return { valueDecimal: number };
    case 'quantity': {
      const [unit] = node.units;
      return {
        valueQuantity: {
          value: number,
          ...(unit?.display !== undefined && { unit: unit.display }),
          ...(unit?.code !== undefined && { code: unit.code }),
        },
      };
    }
    case 'date':
      return { valueDate: text };
    case 'dateTime':
      return { valueDateTime: text };
    case 'time':
      return { valueTime: `${text}:00` };
    case 'url':
      return { valueUri: text };
    default:
      return { valueString: text };
  }
}

/** The stored value as the field shows it. */
function plainText(value: FhirValue | undefined): string {
  return String(
    value?.valueString ??
      value?.valueUri ??
      value?.valueDate ??
      value?.valueDateTime ??
      value?.valueTime?.slice(0, 5) ??
      value?.valueInteger ??
      value?.valueDecimal ??
      value?.valueQuantity?.value ??
      '',
  );
}

function Answer({
  node,
  language,
  labelledBy,
  answers,
  put,
  toggle,
}: { node: Node; language: string; labelledBy: string } & Pick<
  ItemProps,
  'answers' | 'put' | 'toggle'
>) {
  const t = useDesignerTexts(),
    [first] = answers,
    kind = node.isMultiple ? 'checkbox' : 'radio';
  const tile = (key: string, text: string, isOn: boolean, run: () => void) => (
    <label key={key} className="f-tile" data-on={isOn}>
      <input type={kind} checked={isOn} onChange={run} /> <span>{text}</span>
    </label>
  );
  if (node.type === 'boolean')
    return (
      <div className="f-tiles">
        {[true, false].map((value) =>
          tile(String(value), value ? t('yes') : t('no'), first?.valueBoolean === value, () =>
            put([{ valueBoolean: value }]),
          ),
        )}
      </div>
    );
  const isListed = node.options.length > 0 || node.answerExpression !== undefined;
  if (isListed)
    return (
      <div className="f-tiles">
        {node.options.length === 0 && <p className="p-small p-muted">{t('preview.noAnswers')}</p>}
        {answers
          .filter(
            (value) =>
              !(node.isOpen && value.valueString !== undefined) &&
              !node.options.some((one) => isOption(one, value)),
          )
          .map((value, n) =>
            tile(`gone ${n}`, t('preview.gone', { answer: textOfValue(value) }), true, () =>
              put(answers.filter((one) => one !== value)),
            ),
          )}
        {node.options.map((one, n) =>
          tile(
            String(n),
            wordsOfOption(one, language).text,
            answers.some((value) => isOption(one, value)),
            () => toggle(one),
          ),
        )}
        {node.isOpen && (
          <input
            className="f-field"
            aria-labelledby={labelledBy}
            value={answers.find((one) => one.valueString !== undefined)?.valueString ?? ''}
            onChange={(event) =>
              put(event.target.value === '' ? [] : [{ valueString: event.target.value }])
            }
          />
        )}
      </div>
    );
  if (node.type === 'attachment' || node.type === 'reference')
    return <p className="p-small p-muted">{t('preview.photo')}</p>;
  const isNumber = ['integer', 'decimal', 'quantity'].includes(node.type);
  const hasPicker = node.type === 'date' || node.type === 'time';
  return (
    <input
      className="f-field"
      type={hasPicker ? node.type : isNumber ? 'number' : 'text'}
      aria-labelledby={labelledBy}
      value={plainText(first)}
      onChange={(event) =>
        put(event.target.value === '' ? [] : [typedValue(node, event.target.value)])
      }
    />
  );
}
