// The labels of a list: created, renamed, coloured, deleted and restored; one dialog for every list
// that has labels.

import './labels.css';
import { Button, Group, Kbd, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { v7 as uuidv7 } from 'uuid';
import { LABEL_FARBEN, type LabelColour } from '../../shared/base/label.ts';
import { useUiTexts } from './ErrorNotice.tsx';
import { useLabelTexts } from './label-words/label-texts.ts';
import { useKeydown } from './hotkeys.ts';
import { sayError } from './toast.tsx';
import { useSubmit } from './saving/use-submit.ts';
import { Modal } from './Modal.tsx';

export interface LabelOf {
  id: string;
  name: string;
  color: LabelColour;
  anzahl: number;
}
/** The list's own API calls; each is done once its promise resolves. */
export interface LabelActs {
  make: (label: { id: string; name: string; color: LabelColour }) => Promise<void>;
  change: (id: string, change: { name?: string; color?: LabelColour }) => Promise<void>;
  drop: (id: string) => Promise<void>;
  bringBack: (id: string) => Promise<void>;
  /** Invalidates lists that show labels. */
  fresh: () => Promise<void>;
}
const colourOf = (word: string): LabelColour => LABEL_FARBEN.find((one) => one === word) ?? 'teal';
interface Last {
  text: string;
  isDrop: boolean;
  undo: () => Promise<void>;
}

type Act = (work: () => Promise<Last | null>) => void;
type T = ReturnType<typeof useLabelTexts>;

/** Runs one change at a time, and undoes the last one by button or key. */
function useLastAct(acts: LabelActs, first: RefObject<HTMLInputElement | null>) {
  const { isBusy, run } = useSubmit(),
    [last, setLast] = useState<Last | null>(null),
    back = useRef<HTMLButtonElement>(null);
  const act = (work: () => Promise<Last | null>): void =>
    void run(async () => {
      const done = await work();
      await acts.fresh();
      setLast(done);
    }, sayError);
  // The focused line is gone: the undo button gets the focus.
  useEffect(() => {
    if (last?.isDrop === true) back.current?.focus();
  }, [last]);
  const undo = (): void => {
    if (last !== null && !isBusy) {
      act(async () => {
        await last.undo();
        return null;
      });
      first.current?.focus();
    }
  };
  useKeydown((event) => {
    // While typing, the browser's own undo applies.
    const isField =
      event.target instanceof HTMLInputElement && event.target.value !== event.target.defaultValue;
    if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === 'z' &&
      last !== null &&
      !isField
    ) {
      event.preventDefault();
      undo();
    }
  });
  return { last, undo, back, act, isBusy };
}

const coloursOf = (t: T) =>
  LABEL_FARBEN.map((value) => ({ value, label: t(`labels.colour.${value}`) }));

/** The changes of one label, each with its undo. */
function verbsOf(acts: LabelActs, act: Act, t: T) {
  const rename = (one: LabelOf, next: string): void =>
    act(async () => {
      await acts.change(one.id, { name: next });
      return {
        text: t('labels.renamed', { from: one.name, to: next }),
        isDrop: false,
        undo: () => acts.change(one.id, { name: one.name }),
      };
    });
  const paint = (one: LabelOf, next: LabelColour): void =>
    act(async () => {
      await acts.change(one.id, { color: next });
      return {
        text: t('labels.painted', { label: one.name }),
        isDrop: false,
        undo: () => acts.change(one.id, { color: one.color }),
      };
    });
  const drop = (one: LabelOf): void =>
    act(async () => {
      await acts.drop(one.id);
      return {
        text: t('labels.dropped', { label: one.name, n: one.anzahl }),
        isDrop: true,
        undo: () => acts.bringBack(one.id),
      };
    });
  return { rename, paint, drop };
}

/** @param children further label settings, below */
export function LabelsDialog({
  labels,
  acts,
  children,
  onClose,
}: {
  labels: readonly LabelOf[];
  acts: LabelActs;
  children?: ReactNode;
  onClose: () => void;
}) {
  const t = useLabelTexts(),
    ui = useUiTexts(),
    first = useRef<HTMLInputElement>(null);
  const { last, undo, back, act, isBusy } = useLastAct(acts, first);
  const colours = coloursOf(t);
  const { rename, paint, drop } = verbsOf(acts, act, t);
  return (
    <Modal opened onClose={onClose} title={t('labels')} size={560}>
      <div className="p-stack">
        <ul className="p-labels" aria-label={t('labels')}>
          {labels.map((one) => (
            <Line
              key={`${one.id}|${one.name}`}
              one={one}
              isBusy={isBusy}
              colours={colours}
              onName={(next) => rename(one, next)}
              onColour={(next) => paint(one, next)}
              onDrop={() => drop(one)}
            />
          ))}
        </ul>
        <div role="status" className="p-labels-last">
          {last !== null && (
            <>
              <span>{last.text}</span>
              <Button
                ref={back}
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                rightSection={<Kbd aria-hidden>{t('labels.key')}</Kbd>}
                onClick={undo}
              >
                {t('labels.undo')}
              </Button>
            </>
          )}
        </div>
        <NewLabel act={act} acts={acts} isBusy={isBusy} first={first} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={onClose}>
            {ui('close')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function NewLabel({
  act,
  acts,
  isBusy,
  first,
}: {
  act: Act;
  acts: LabelActs;
  isBusy: boolean;
  first: RefObject<HTMLInputElement | null>;
}) {
  const t = useLabelTexts(),
    [name, setName] = useState(''),
    [color, setColor] = useState<LabelColour>('teal'),
    [id, setId] = useState(() => uuidv7());
  return (
    <form
      className="p-labels-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '')
          act(async () => {
            await acts.make({ id, name: name.trim(), color });
            setName('');
            setId(uuidv7());
            return {
              text: t('labels.made', { label: name.trim() }),
              isDrop: false,
              undo: () => acts.drop(id),
            };
          });
      }}
    >
      <TextInput
        ref={first}
        data-autofocus
        label={t('labels.new')}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('labels.colour')}
        value={color}
        onChange={(event) => setColor(colourOf(event.currentTarget.value))}
        data={coloursOf(t)}
      />
      <Button type="submit" loading={isBusy}>
        {t('labels.make')}
      </Button>
    </form>
  );
}

interface LineProps {
  one: LabelOf;
  isBusy: boolean;
  colours: { value: string; label: string }[];
  onName: (name: string) => void;
  onColour: (colour: LabelColour) => void;
  onDrop: () => void;
}
function Line({ one, isBusy, colours, onName, onColour, onDrop }: LineProps) {
  const t = useLabelTexts(),
    [name, setName] = useState(one.name),
    asked = useRef(one.name);
  const keep = (): void => {
    const next = name.trim();
    if (next === '') setName(one.name);
    // Enter submits, and the following blur must not submit again.
    if (next === '' || next === asked.current) return;
    asked.current = next;
    onName(next);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      keep();
    }
    // With typed text, Escape reverts that first and does not close the dialog.
    if (event.key === 'Escape') setName(one.name);
  };
  return (
    <li>
      <span className="p-label-dot" data-color={one.color} />
      <TextInput
        aria-label={t('labels.name', { label: one.name })}
        value={name}
        maxLength={40}
        data-mantine-stop-propagation={name !== one.name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={() => {
          asked.current = one.name;
        }}
        onBlur={keep}
        onKeyDown={onKey}
      />
      <NativeSelect
        aria-label={t('labels.colourOf', { label: one.name })}
        value={one.color}
        disabled={isBusy}
        onChange={(event) => onColour(colourOf(event.currentTarget.value))}
        data={colours}
      />
      <Button
        size="xs"
        variant="subtle"
        disabled={isBusy}
        aria-label={t('labels.drop', { label: one.name })}
        onClick={onDrop}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </Button>
    </li>
  );
}

/** A label as a word with its colour. */
export const LabelWord = ({
  label: { name, color },
  children,
}: {
  label: Pick<LabelOf, 'name' | 'color'>;
  children?: ReactNode;
}) => (
  <span className="p-label" data-color={color}>
    {name}
    {children}
  </span>
);
