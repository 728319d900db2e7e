// The tree of a form: keys and buttons move, indent, copy and remove; a handle supports dragging.

import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPlus,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  everyItem,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { FIRST_ROWS, useDrawn } from '../../../ui/lists/use-drawn.ts';
import { addItem, freeLinkId, type Side, type Step } from './edit.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { addPiece, isFound, takeOver, type PieceKey } from './pieces.ts';
import { TakeOver } from './TakeOver.tsx';
import type { Editing } from './editing/use-editing.ts';
import {
  editWithKey,
  pickAt,
  useDragging,
  useItemActs,
  type Drag,
  type ItemActs,
} from './use-outline.ts';

const PIECE_KEYS = [
  'yesNo',
  'choice',
  'date',
  'scale',
  'photo',
  'signing',
] as const satisfies readonly PieceKey[];
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The tree with its tools, search and keys. */
export function Outline({
  editing,
  isReadOnly,
  marks,
  onAdded,
}: {
  editing: Editing;
  isReadOnly: boolean;
  marks: ReadonlyMap<string, 'error' | 'warning'>;
  onAdded: () => void;
}) {
  const t = useDesignerTexts(),
    { form, selected, change, select } = editing;
  const dragging = useDragging(editing);
  const list = useRef<HTMLUListElement>(null),
    wantsFocus = useRef(false);
  const [wanted, setWanted] = useState(''),
    [isTaking, setTaking] = useState(false);
  const all = [...everyItem(form.item)],
    rows = all.filter(({ item }) => isFound(item, wanted, [])),
    at = rows.findIndex(({ item }) => item.linkId === selected),
    drawn = useDrawn(rows, FIRST_ROWS, at);
  // With a search the selected row may be filtered out: the list must still be reachable by one
  // Tab.
  const focusable = at < 0 ? rows[0]?.item.linkId : selected;
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  });
  const goTo = (linkId: string | undefined): void => {
    wantsFocus.current = true;
    select(linkId);
  };
  const acts = useItemActs(editing, () => {
    wantsFocus.current = true;
  });
  const onKey = (event: KeyboardEvent): void => {
    const target = {
      ArrowDown: rows[Math.min(rows.length - 1, at + 1)],
      ArrowUp: rows[Math.max(0, at - 1)],
      Home: rows[0],
      End: rows.at(-1),
    };
    const move = STEPS[event.key];
    if (event.altKey && move !== undefined && !isReadOnly) acts.step(move);
    else if (Object.hasOwn(target, event.key))
      goTo(target[event.key as keyof typeof target]?.item.linkId);
    else if (isReadOnly || !editWithKey(event, editing, acts)) return;
    event.preventDefault();
  };
  return (
    <section className="p-card f-outline" aria-label={t('outline')}>
      {!isReadOnly && (
        <OutlineTools
          editing={editing}
          acts={acts}
          onAdded={onAdded}
          onTakeOver={() => setTaking(true)}
        />
      )}
      {all.length > 8 && <SearchField value={wanted} onChange={setWanted} />}
      {rows.length === 0 ? (
        <p className="p-muted">{all.length === 0 ? t('outlineEmpty') : t('search.none')}</p>
      ) : (
        <ul
          ref={list}
          className="f-tree"
          role="tree"
          aria-label={t('outline')}
          onClick={(event) => pickAt(event.target, goTo)}
          onKeyDown={onKey}
          {...(!isReadOnly && dragging.handlers)}
        >
          <OutlineRows
            rows={drawn}
            selected={selected}
            focusable={focusable}
            isReadOnly={isReadOnly}
            marks={marks}
            drag={dragging.drag}
          />
        </ul>
      )}
      {!isReadOnly && rows.length > 0 && <p className="p-small p-muted">{t('outlineKeys')}</p>}
      {isTaking && (
        <TakeOver
          onClose={() => setTaking(false)}
          onTake={(from, linkId) => {
            const made = takeOver(form, selected, from, linkId);
            wantsFocus.current = true;
            setTaking(false);
            change(made.form, { select: made.linkId });
          }}
        />
      )}
    </section>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useDesignerTexts();
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface OutlineRowsProps {
  rows: readonly { item: QuestionnaireItem; path: readonly QuestionnaireItem[] }[];
  selected: string | undefined;
  focusable: string | undefined;
  isReadOnly: boolean;
  marks: ReadonlyMap<string, 'error' | 'warning'>;
  drag: Drag | null;
}
function OutlineRows({ rows, selected, focusable, isReadOnly, marks, drag }: OutlineRowsProps) {
  return rows.map(({ item, path }) => (
    <OutlineRow
      key={item.linkId}
      item={item}
      depth={path.length}
      isSelected={item.linkId === selected}
      isFocusable={item.linkId === focusable}
      isReadOnly={isReadOnly}
      mark={marks.get(item.linkId)}
      side={drag?.target === item.linkId ? drag.side : undefined}
      isDragged={drag?.linkId === item.linkId}
    />
  ));
}

/**
 * A row is drawn again only when its own item changes: a letter typed in a form of thousands of
 * items would redraw all of them otherwise. The tree hears the events of its rows.
 */
const OutlineRow = memo(DrawnRow);

function DrawnRow({
  item,
  depth,
  isSelected,
  isFocusable,
  isReadOnly,
  mark,
  side,
  isDragged,
}: {
  item: QuestionnaireItem;
  depth: number;
  isSelected: boolean;
  isFocusable: boolean;
  isReadOnly: boolean;
  mark: 'error' | 'warning' | undefined;
  /** Where the dragged item would be dropped. */
  side: Side | undefined;
  isDragged: boolean;
}) {
  const t = useDesignerTexts();
  return (
    <li
      role="treeitem"
      data-link={item.linkId}
      data-type={item.type}
      data-side={side}
      data-dragged={isDragged}
      aria-level={depth + 1}
      aria-selected={isSelected}
      tabIndex={isFocusable ? 0 : -1}
      style={{ paddingInlineStart: 8 + depth * 16 }}
    >
      {!isReadOnly && (
        <span className="f-grip" aria-hidden data-grip>
          <IconGripVertical size={16} />
        </span>
      )}
      <span className="f-rowtext">
        <bdi>{item.text ?? item.prefix ?? t('noText')}</bdi>
      </span>
      {mark !== undefined && (
        <span className="f-mark" data-level={mark}>
          {mark === 'error' ? t('level.error') : t('level.warning')}
        </span>
      )}
    </li>
  );
}

function OutlineTools({
  editing,
  acts,
  onAdded,
  onTakeOver,
}: {
  editing: Editing;
  acts: ItemActs;
  onAdded: () => void;
  onTakeOver: () => void;
}) {
  const t = useDesignerTexts(),
    { form, selected, change } = editing,
    isNone = selected === undefined;
  const add = (kind: 'question' | 'group' | 'display'): void => {
    const linkId = freeLinkId(
      form,
      kind === 'group' ? 'seite' : kind === 'display' ? 'hinweis' : 'frage',
    );
    const item: QuestionnaireItem =
      kind === 'question' ? { linkId, type: 'boolean' } : { linkId, type: kind };
    change(addItem(form, selected, item), { select: linkId });
    onAdded();
  };
  const piece = (key: PieceKey): void => {
    const made = addPiece(form, selected, key);
    change(made.form, { select: made.linkId });
    onAdded();
  };
  return (
    <div className="f-tools">
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => add('question')}>{t('add.question')}</Menu.Item>
          <Menu.Item onClick={() => add('group')}>{t('add.group')}</Menu.Item>
          <Menu.Item onClick={() => add('display')}>{t('add.display')}</Menu.Item>
          <Menu.Label>{t('pieces')}</Menu.Label>
          {PIECE_KEYS.map((key) => (
            <Menu.Item key={key} onClick={() => piece(key)}>
              {t(`piece.${key}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={onTakeOver}>{t('takeOver')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tool label={t('tool.up')} icon={IconArrowUp} isOff={isNone} run={() => acts.step('up')} />
      <Tool
        label={t('tool.down')}
        icon={IconArrowDown}
        isOff={isNone}
        run={() => acts.step('down')}
      />
      <Tool
        label={t('tool.out')}
        icon={IconIndentDecrease}
        isOff={isNone}
        run={() => acts.step('out')}
      />
      <Tool
        label={t('tool.in')}
        icon={IconIndentIncrease}
        isOff={isNone}
        run={() => acts.step('in')}
      />
      <Tool label={t('tool.copy')} icon={IconCopy} isOff={isNone} run={acts.copy} />
      <Tool label={t('tool.remove')} icon={IconTrash} isOff={isNone} run={acts.remove} />
      <Tool
        label={t('tool.undo')}
        icon={IconArrowBackUp}
        isOff={!editing.canUndo}
        run={editing.undo}
      />
      <Tool
        label={t('tool.redo')}
        icon={IconArrowForwardUp}
        isOff={!editing.canRedo}
        run={editing.redo}
      />
    </div>
  );
}

function Tool({
  label,
  icon: IconOf,
  isOff,
  run,
}: {
  label: string;
  icon: Icon;
  isOff: boolean;
  run: () => void;
}) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={run}
    >
      <IconOf size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
