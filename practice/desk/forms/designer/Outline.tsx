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
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  everyItem,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { sayWithUndo } from '../../../ui/toast.tsx';
import {
  addItem,
  duplicateItem,
  findItem,
  freeLinkId,
  moveItem,
  moveTo,
  removeItem,
  type Side,
  type Step,
} from './edit.ts';
import { useFormulareTexts } from './designer-texts.ts';
import { addPiece, isFound, takeOver, type PieceKey } from './pieces.ts';
import { TakeOver } from './TakeOver.tsx';
import type { Editing } from './use-editing.ts';

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
  const t = useFormulareTexts(),
    { form, selected, change, select } = editing;
  const [drag, setDrag] = useState<{ linkId: string; target?: string; side?: Side } | null>(null);
  const list = useRef<HTMLUListElement>(null),
    wantsFocus = useRef(false);
  const [wanted, setWanted] = useState(''),
    [isTaking, setTaking] = useState(false);
  const all = [...everyItem(form.item)],
    rows = all.filter(({ item }) => isFound(item, wanted, [])),
    isNone = selected === undefined;
  // With a search the selected row may be filtered out: the list must still be reachable by one
  // Tab.
  const focusable = rows.some(({ item }) => item.linkId === selected)
    ? selected
    : rows[0]?.item.linkId;
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  });
  const goTo = (linkId: string | undefined): void => {
    wantsFocus.current = true;
    select(linkId);
  };
  const step = (kind: Step): void => {
    if (selected !== undefined) {
      wantsFocus.current = true;
      change(moveItem(form, selected, kind), { select: selected });
    }
  };
  const remove = (): void => {
    const found = selected === undefined ? undefined : findItem(form, selected);
    if (!found || selected === undefined) return;
    const before = form,
      beside = found.siblings[found.index + 1] ?? found.siblings[found.index - 1] ?? found.parent;
    wantsFocus.current = true;
    change(removeItem(form, selected), beside && { select: beside.linkId });
    sayWithUndo(t('removed', { text: found.item.text ?? found.item.linkId }), () =>
      change(before, { select: selected }),
    );
  };
  const copy = (): void => {
    if (selected !== undefined) {
      const made = duplicateItem(form, selected);
      wantsFocus.current = true;
      change(made.form, { select: made.linkId });
    }
  };
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
  const onKey = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ item }) => item.linkId === selected),
      move = STEPS[event.key];
    if (event.altKey && move !== undefined && !isReadOnly) step(move);
    else if (event.key === 'ArrowDown') goTo(rows[Math.min(rows.length - 1, at + 1)]?.item.linkId);
    else if (event.key === 'ArrowUp') goTo(rows[Math.max(0, at - 1)]?.item.linkId);
    else if (event.key === 'Home') goTo(rows[0]?.item.linkId);
    else if (event.key === 'End') goTo(rows.at(-1)?.item.linkId);
    else if (event.key === 'Delete' && !isReadOnly) remove();
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !isReadOnly) {
      if (event.shiftKey) editing.redo();
      else editing.undo();
    } else if (event.key.toLowerCase() === 'y' && event.ctrlKey && !isReadOnly) editing.redo();
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey) && !isReadOnly)
      copy();
    else return;
    event.preventDefault();
  };
  const over = (event: PointerEvent): void => {
    if (!drag) return;
    const row = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-link]'),
      target = row?.dataset.link;
    if (!row || target === undefined) return;
    const { top, height } = row.getBoundingClientRect(),
      at = (event.clientY - top) / height,
      isGroup = findItem(form, target)?.item.type === 'group';
    setDrag({
      linkId: drag.linkId,
      target,
      side: isGroup && at > 0.3 && at < 0.7 ? 'inside' : at < 0.5 ? 'before' : 'after',
    });
  };
  const drop = (): void => {
    if (drag?.target !== undefined && drag.side)
      change(moveTo(form, drag.linkId, drag.target, drag.side), { select: drag.linkId });
    setDrag(null);
  };
  return (
    <section className="p-card f-outline" aria-label={t('outline')}>
      {!isReadOnly && (
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
              <Menu.Item onClick={() => setTaking(true)}>{t('takeOver')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Tool label={t('tool.up')} icon={IconArrowUp} isOff={isNone} run={() => step('up')} />
          <Tool
            label={t('tool.down')}
            icon={IconArrowDown}
            isOff={isNone}
            run={() => step('down')}
          />
          <Tool
            label={t('tool.out')}
            icon={IconIndentDecrease}
            isOff={isNone}
            run={() => step('out')}
          />
          <Tool
            label={t('tool.in')}
            icon={IconIndentIncrease}
            isOff={isNone}
            run={() => step('in')}
          />
          <Tool label={t('tool.copy')} icon={IconCopy} isOff={isNone} run={copy} />
          <Tool label={t('tool.remove')} icon={IconTrash} isOff={isNone} run={remove} />
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
      )}
      {all.length > 8 && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 ? (
        <p className="p-muted">{all.length === 0 ? t('outlineEmpty') : t('search.none')}</p>
      ) : (
        <ul ref={list} className="f-tree" role="tree" aria-label={t('outline')}>
          {rows.map(({ item, path }) => (
            <li
              key={item.linkId}
              role="treeitem"
              data-link={item.linkId}
              data-type={item.type}
              data-side={drag?.target === item.linkId ? drag.side : undefined}
              data-dragged={drag?.linkId === item.linkId}
              aria-level={path.length + 1}
              aria-selected={item.linkId === selected}
              tabIndex={item.linkId === focusable ? 0 : -1}
              style={{ paddingInlineStart: 8 + path.length * 16 }}
              onClick={() => goTo(item.linkId)}
              onKeyDown={onKey}
            >
              {!isReadOnly && (
                <span
                  className="f-grip"
                  aria-hidden
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDrag({ linkId: item.linkId });
                  }}
                  onPointerMove={over}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(null)}
                >
                  <IconGripVertical size={16} />
                </span>
              )}
              <span className="f-rowtext">
                <bdi>{item.text ?? item.prefix ?? t('noText')}</bdi>
              </span>
              {marks.has(item.linkId) && (
                <span className="f-mark" data-level={marks.get(item.linkId)}>
                  {marks.get(item.linkId) === 'error' ? t('level.error') : t('level.warning')}
                </span>
              )}
            </li>
          ))}
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
