// The form as a patient sees it, rendered by the same engine: pages, conditions and repetitions are
// live, nothing is saved.

import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { findLanguage } from '../../../../shared/base/languages.ts';
import {
  isOption,
  modelOf,
  type Node,
  type Option,
} from '../../../../shared/forms/questionnaire/model.ts';
import { compute } from '../../../../shared/forms/questionnaire/computed.ts';
import { scoreOf } from './score.ts';
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
import { useFormulareTexts } from './designer-texts.ts';
import { useEvaluate } from './use-evaluate.ts';

const rootOf = (node: Node): Node => (node.parent ? rootOf(node.parent) : node);
const depthOf = (node: Node): number => (node.parent ? depthOf(node.parent) + 1 : 0);

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
  const t = useFormulareTexts(),
    screen = useLanguage();
  const [size, setSize] = useState<'tablet' | 'phone'>('phone'),
    [language, setLanguage] = useState('de');
  const model = useMemo(() => modelOf(form), [form]);
  const [state, setState] = useState(() => newState(model));
  const evaluate = useEvaluate(model.usesFhirPath),
    done = useMemo(
      () => (evaluate ? compute(model, state, evaluate, { language }) : undefined),
      [model, state, evaluate, language],
    );
  const now = done?.state ?? state,
    view = done?.view ?? viewOf(model, state),
    score = scoreOf(view),
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
      <div className="f-previewhead">
        <SegmentedControl
          size="xs"
          aria-label={t('preview.size')}
          value={size}
          onChange={(one) => setSize(one === 'tablet' ? 'tablet' : 'phone')}
          data={[
            { value: 'phone', label: t('preview.phone') },
            { value: 'tablet', label: t('preview.tablet') },
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label={t('preview.language')}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={['de', ...languages.filter((one) => one !== 'de')].map((one) => ({
            value: one,
            label: languageName(one, screen),
          }))}
        />
        <Button size="xs" variant="subtle" onClick={() => setState(newState(model))}>
          {t('preview.again')}
        </Button>
      </div>
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
                place={place}
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
            <div className="f-pages" lang={screen} dir="ltr">
              <Button
                variant="default"
                disabled={at === 0}
                onClick={() => setPage(pages[at - 1]?.linkId)}
              >
                {t('preview.back')}
              </Button>
              <Button
                disabled={at >= pages.length - 1}
                onClick={() => setPage(pages[at + 1]?.linkId)}
              >
                {t('preview.next')}
              </Button>
            </div>
          </>
        )}
      </div>
      {score.asked > 0 && (
        <p className="p-small">
          {t('preview.score', { total: score.total, answered: score.answered, asked: score.asked })}
        </p>
      )}
      {model.usesFhirPath && !evaluate && (
        <p className="p-small p-muted">{t('preview.formulas')}</p>
      )}
      <p className="p-small p-muted">{t('preview.what')}</p>
    </section>
  );
}

interface ItemProps {
  place: Place;
  language: string;
  isChosen: boolean;
  answers: readonly FhirValue[];
  /** Messages of the rules that the answers violate. */ broken: readonly string[];
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
  const t = useFormulareTexts(),
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
  const t = useFormulareTexts(),
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
  if (node.options.length > 0)
    return (
      <div className="f-tiles">
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
  const type =
    node.type === 'date'
      ? 'date'
      : node.type === 'time'
        ? 'time'
        : ['integer', 'decimal', 'quantity'].includes(node.type)
          ? 'number'
          : 'text';
  const set = (text: string): void => {
    const n = Number(text);
    if (text === '') put([]);
    else
      put([
        node.type === 'integer'
          ? { valueInteger: Math.round(n) }
          : node.type === 'decimal'
            ? { valueDecimal: n }
            : node.type === 'quantity'
              ? {
                  valueQuantity: {
                    value: n,
                    ...(node.units[0]?.display !== undefined && { unit: node.units[0].display }),
                    ...(node.units[0]?.code !== undefined && { code: node.units[0].code }),
                  },
                }
              : node.type === 'date'
                ? { valueDate: text }
                : node.type === 'dateTime'
                  ? { valueDateTime: text }
                  : node.type === 'time'
                    ? { valueTime: `${text}:00` }
                    : node.type === 'url'
                      ? { valueUri: text }
                      : { valueString: text },
      ]);
  };
  const value = String(
    first?.valueString ??
      first?.valueUri ??
      first?.valueDate ??
      first?.valueDateTime ??
      first?.valueTime?.slice(0, 5) ??
      first?.valueInteger ??
      first?.valueDecimal ??
      first?.valueQuantity?.value ??
      '',
  );
  return (
    <input
      className="f-field"
      type={type}
      aria-labelledby={labelledBy}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}
