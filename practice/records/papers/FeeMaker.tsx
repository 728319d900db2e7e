// Creates a fee agreement for one person: services of the schedule with a factor each, the amounts
// by points; saved, and printed with a code for the scan.

import { Autocomplete, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type ComponentType } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { isSingleOnly, POSITIONS } from '../../../catalog/goz/positions.ts';
import { MOST_LINES, MOST_PAYER, MOST_WORDS } from '../../../shared/papers/agreement.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import {
  AGREEMENT_TITLE,
  factorOf,
  feeCents,
  NEEDS_AGREEMENT,
} from '../../../shared/papers/fee-agreement.ts';
import { isAdult } from '../../../shared/desk/mappe-family.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { openFile } from '../../ui/pdf.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { agreementSheet, makeAgreement } from './agreement-calls.ts';
import { usePapersTexts, type PapersKey } from './papers-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

interface FeeLine {
  number: string;
  words: string;
  points: number;
  factor: string;
}
export interface FeeDraft {
  person: Pick<FoundPatient, 'patid' | 'name' | 'geburtsdatum'> | null;
  payer: string;
  lines: readonly FeeLine[];
}
export const NO_DRAFT: FeeDraft = { person: null, payer: '', lines: [] };
/** Components that this area takes from another one. */
export interface FeeParts {
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}
interface Props extends FeeParts {
  draft: FeeDraft;
  onDraft: (change: (old: FeeDraft) => FeeDraft) => void;
  /** Saves and prints the agreement. */
  onMade: () => void;
}

const NAMES = POSITIONS.map((one) => `${one.number} ${one.text}`);
/** Returns why a line cannot be printed; undefined where it can. */
function problemOf({ number, factor, words }: FeeLine): PapersKey | undefined {
  const value = factorOf(factor);
  if (isSingleOnly(number)) return 'fee.single';
  if (words.trim() === '') return 'fee.needWords';
  return value === undefined ? 'fee.badFactor' : value <= NEEDS_AGREEMENT ? 'fee.low' : undefined;
}

/** Changes the draft, and prints it once it is complete. */
function useFeeDraft({
  draft: { person, payer, lines },
  onDraft,
  onMade,
}: Pick<Props, 'draft' | 'onDraft' | 'onMade'>) {
  const [typed, setTyped] = useState(''),
    [problem, setProblem] = useState<PapersKey | null>(null),
    { isBusy, failed, run, clear } = useSubmit();
  // The same content again is the same agreement: a second press reprints it.
  const t = usePapersTexts(),
    ui = useUiTexts();
  const last = useRef({ said: '', id: '' });
  const change = (part: (old: FeeDraft) => Partial<FeeDraft>): void => {
    clear();
    setProblem(null);
    onDraft((old) => ({ ...old, ...part(old) }));
  };
  const changeLine = (at: number, part: Partial<FeeLine>): void =>
    change((old) => ({ lines: old.lines.map((one, n) => (n === at ? { ...one, ...part } : one)) }));
  const add = (said: string): void => {
    const number = /^\d{4}/.exec(said.trim())?.[0],
      position = POSITIONS.find((one) => one.number === number);
    if (!position || lines.length >= MOST_LINES) {
      setProblem(position ? 'fee.tooMany' : 'fee.noService');
      return;
    }
    change((old) => ({
      lines: [
        ...old.lines,
        { number: position.number, words: position.text, points: position.points, factor: '' },
      ],
    }));
    setTyped('');
  };
  const print = (): void => {
    const wrong =
      person === null
        ? 'fee.needPerson'
        : payer.trim() === ''
          ? 'fee.needPayer'
          : lines.length === 0
            ? 'fee.needLine'
            : lines.map(problemOf).find((one) => one !== undefined);
    setProblem(wrong ?? null);
    if (wrong !== undefined || person === null) return;
    const order = {
        patid: person.patid,
        payer: payer.trim(),
        lines: lines.map((one) => ({
          number: one.number,
          text: one.words.trim(),
          factor: factorOf(one.factor) ?? 0,
        })),
      },
      said = JSON.stringify(order);
    if (last.current.said !== said) last.current = { said, id: uuidv7() };
    const { id } = last.current;
    void run(async () => {
      const isOpened = await openFile(async () => {
        await makeAgreement({ id, ...order });
        return agreementSheet(id);
      }, `${AGREEMENT_TITLE}.pdf`);
      say(isOpened ? t('fee.made') : ui('popup'));
      onMade();
    });
  };
  return { typed, setTyped, problem, change, changeLine, add, print, isBusy, failed };
}

export function FeeMaker({ PatientSearch, draft, onDraft, onMade }: Props) {
  const t = usePapersTexts(),
    { person, payer, lines } = draft;
  const { typed, setTyped, problem, change, changeLine, add, print, isBusy, failed } = useFeeDraft({
    draft,
    onDraft,
    onMade,
  });
  return (
    <section className="p-card pa-feebox" aria-labelledby="pa-make">
      <Title order={2} id="pa-make" className="pa-h2">
        {t('fee.make')}
      </Title>
      {person === null ? (
        <PatientSearch
          label={t('fee.person')}
          onPick={(one) =>
            change(() => ({
              person: one,
              payer: isAdult(one.geburtsdatum, berlinDay(Date.now())) ? fullName(one) : '',
            }))
          }
        />
      ) : (
        <ChosenPerson person={person} onOther={() => change(() => NO_DRAFT)} />
      )}
      <TextInput
        label={t('fee.payer')}
        description={t('fee.payerHint')}
        maxLength={MOST_PAYER}
        value={payer}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(() => ({ payer: value }));
        }}
      />
      <div className="pa-add">
        <Autocomplete
          label={t('fee.service')}
          placeholder={t('fee.serviceHint')}
          data={NAMES}
          limit={8}
          value={typed}
          onChange={setTyped}
          onOptionSubmit={add}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => add(typed)}
        >
          {t('fee.add')}
        </Button>
      </div>
      {lines.length > 0 && (
        <FeeLines
          lines={lines}
          onChange={changeLine}
          onRemove={(at) => change((old) => ({ lines: old.lines.filter((_, n) => n !== at) }))}
        />
      )}
      <Text size="xs" c="dimmed">
        {t('fee.short')} {t('fee.copy')}
      </Text>
      {problem !== null && (
        <Text size="sm" c="var(--bad)" role="alert">
          {t(problem)}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <div>
        <Button
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          onClick={print}
        >
          {t('fee.print')}
        </Button>
      </div>
    </section>
  );
}

function FeeLines({
  lines,
  onChange,
  onRemove,
}: {
  lines: readonly FeeLine[];
  onChange: (at: number, part: Partial<FeeLine>) => void;
  onRemove: (at: number) => void;
}) {
  const t = usePapersTexts();
  return (
    <ul className="pa-feelines">
      {lines.map((one, at) => {
        const value = factorOf(one.factor),
          wrong = one.factor === '' ? undefined : problemOf(one);
        return (
          <li key={`${at} ${one.number}`}>
            <strong className="p-tabular">{one.number}</strong>
            <TextInput
              aria-label={t('fee.words', { number: one.number })}
              maxLength={MOST_WORDS}
              value={one.words}
              onChange={(event) => onChange(at, { words: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('fee.factor', { number: one.number })}
              inputMode="decimal"
              maxLength={5}
              value={one.factor}
              placeholder="4,5"
              onChange={(event) => onChange(at, { factor: event.currentTarget.value })}
              error={wrong && t(wrong)}
            />
            <span className="p-tabular pa-sumof" aria-label={t('fee.amount')}>
              {value === undefined ? '–' : euroText(feeCents(one.points, value))}
            </span>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              aria-label={t('fee.removeOf', { number: one.number })}
              onClick={() => onRemove(at)}
            >
              {t('fee.remove')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function ChosenPerson({
  person,
  onOther,
}: {
  person: NonNullable<FeeDraft['person']>;
  onOther: () => void;
}) {
  const language = useLanguage(),
    t = usePapersTexts();
  return (
    <Group justify="space-between" className="pa-person">
      <Text>
        <strong>{person.name}</strong>{' '}
        <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span>{' '}
        <span className="p-muted p-tabular">· {person.patid}</span>
      </Text>
      <Button size="xs" variant="default" onClick={onOther}>
        {t('scan.otherPerson')}
      </Button>
    </Group>
  );
}
