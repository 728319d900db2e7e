// Fields of a rule made of building blocks: its conditions, what it proposes, and both as sentences.

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { dayText } from '../../../../shared/base/dates.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import {
  BLOCK_KINDS,
  BLOCK_PLACES,
  BLOCK_SYSTEMS,
  BLOCK_WINDOWS,
  isCounted,
  isFaulty,
  newBlock,
  type Block,
} from './blocks.ts';
import {
  FEE_SYSTEMS,
  INSURERS,
  KIND_NAMES,
  ruleOf,
  type Draft,
  type Faults,
  type Field,
} from './rule-draft.ts';
import { ruleField } from './rule-field.ts';
import { ruleLines } from './rule-words.ts';

const SYSTEM_NAMES = { B: 'BEMA', G: 'GOZ', O: 'GOÄ' } as const;

/**
 * @param shown faults that are named at their fields
 * @param isTried whether faulty blocks are marked
 */
export function BlockFields({
  blocks,
  draft,
  shown,
  isTried,
  onBlocks,
  change,
}: {
  blocks: readonly Block[];
  draft: Draft;
  shown: Faults;
  isTried: boolean;
  onBlocks: (next: readonly Block[]) => void;
  change: (part: Partial<Draft>) => void;
}) {
  const t = useBillingTexts();
  const put = (at: number, part: Partial<Block>): void =>
    onBlocks(blocks.map((one, place) => (place === at ? { ...one, ...part } : one)));
  return (
    <>
      <p className="p-muted">{t('block.aus')}</p>
      <h2 className="ab-h2">{t('block.wenn')}</h2>
      {shown.heuteEines?.kind === 'ohneBedingung' && (
        <p role="alert" className="ab-asked">
          {t('fehler.ohneBedingung')}
        </p>
      )}
      <ul className="ab-blocks">
        {blocks.map((one, at) => (
          // Blocks have no identity of their own; their order is what the person sees.
          <li key={at}>
            <BlockRow
              block={one}
              isMarked={isTried && isFaulty(one)}
              onChange={(part) => put(at, part)}
              onRemove={() => onBlocks(blocks.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      <fieldset className="ab-fieldset">
        <legend className="p-small p-muted">{t('block.dazu')}</legend>
        <div className="ab-block-kinds">
          {BLOCK_KINDS.map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="xs"
              onClick={() => onBlocks([...blocks, newBlock(kind)])}
            >
              {t(`block.kind.${kind}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Outcome draft={draft} shown={shown} change={change} />
      <Meaning draft={draft} />
    </>
  );
}

/** One condition with the fields of its kind. */
function BlockRow({
  block,
  isMarked,
  onChange,
  onRemove,
}: {
  block: Block;
  isMarked: boolean;
  onChange: (part: Partial<Block>) => void;
  onRemove: () => void;
}) {
  const t = useBillingTexts(),
    { kind } = block,
    name = t(`block.kind.${kind}`),
    fault = isMarked ? t('block.fehlt') : undefined;
  const isEarlier = kind === 'davor' || kind === 'nichtDavor';
  return (
    <fieldset className="ab-fieldset ab-brick">
      <legend>{name}</legend>
      {kind === 'faktor' ? (
        <TextInput
          label={t('block.faktor')}
          value={block.factor}
          error={fault}
          inputMode="decimal"
          onChange={(event) => onChange({ factor: event.currentTarget.value })}
        />
      ) : kind === 'notiz' || kind === 'nichtNotiz' ? (
        <TextInput
          className="ab-block-wide"
          label={t('block.worte')}
          description={t('block.worteHilfe')}
          value={block.words}
          error={fault}
          onChange={(event) => onChange({ words: event.currentTarget.value })}
        />
      ) : (
        <>
          <NativeSelect
            label={t('feld.system')}
            value={block.system}
            data={BLOCK_SYSTEMS.map((value) => ({ value, label: SYSTEM_NAMES[value] }))}
            onChange={(event) => onChange({ system: event.currentTarget.value as Block['system'] })}
          />
          <TextInput
            label={t('block.nummern')}
            value={block.numbers}
            error={fault}
            placeholder="01, 13*"
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => onChange({ numbers: event.currentTarget.value })}
          />
        </>
      )}
      {isEarlier && (
        <>
          {isCounted(block) && (
            <TextInput
              label={t('block.anzahl')}
              value={block.count}
              inputMode="numeric"
              maxLength={3}
              onChange={(event) => onChange({ count: event.currentTarget.value })}
            />
          )}
          <NativeSelect
            label={t('block.zeit')}
            value={block.window}
            data={BLOCK_WINDOWS.map((value) => ({ value, label: t(`block.zeit.${value}`) }))}
            onChange={(event) => onChange({ window: event.currentTarget.value as Block['window'] })}
          />
          <NativeSelect
            label={t('block.ort')}
            value={block.place}
            data={BLOCK_PLACES.map((value) => ({
              value,
              label: value === '' ? t('block.irgendwo') : t(`ort.${value}`),
            }))}
            onChange={(event) => onChange({ place: event.currentTarget.value as Block['place'] })}
          />
        </>
      )}
      <Button
        variant="subtle"
        size="xs"
        className="ab-block-away"
        aria-label={t('block.weg', { was: name })}
        onClick={onRemove}
      >
        {t('block.entfernen')}
      </Button>
    </fieldset>
  );
}

/** What the rule does where its conditions hold, and for whom. */
function Outcome({
  draft,
  shown,
  change,
}: {
  draft: Draft;
  shown: Faults;
  change: (part: Partial<Draft>) => void;
}) {
  const t = useBillingTexts();
  const field = (name: Field, label?: string) =>
    ruleField(name, { draft, shown, change, t }, label);
  return (
    <>
      <h2 className="ab-h2">{t('block.fuerWen')}</h2>
      <div className="ab-three">
        <NativeSelect
          {...field('kasse')}
          data={INSURERS.map((value) => ({ value, label: t(`kasse.${value}`) }))}
        />
        <TextInput {...field('alterVon')} inputMode="decimal" />
        <TextInput {...field('alterBis')} inputMode="decimal" />
      </div>
      <h2 className="ab-h2">{t('block.dann')}</h2>
      <div className="ab-four">
        <NativeSelect
          {...field('art', t('block.was'))}
          data={KIND_NAMES.map((value) => ({ value, label: t(`block.was.${value}`) }))}
        />
        <NativeSelect
          {...field('system')}
          data={FEE_SYSTEMS.map((value) => ({ value, label: value === 'GOAE' ? 'GOÄ' : value }))}
        />
        <TextInput {...field('nr')} maxLength={20} />
        <TextInput {...field('menge')} />
      </div>
      <div className="ab-two">
        <TextInput {...field('titelDe', t('block.titel'))} />
        <TextInput {...field('grundDe', t('block.warum'))} />
      </div>
    </>
  );
}

/** The rule in sentences, as the rule book shows it. */
function Meaning({ draft }: { draft: Draft }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    lines = ruleLines(ruleOf(draft), t, (day) => dayText(day, language));
  return (
    <section aria-labelledby="ab-meaning">
      <h3 id="ab-meaning" className="ab-h3">
        {t('block.heisst')}
      </h3>
      <ul className="ab-lines">
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
