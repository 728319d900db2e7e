// Arranges the tiles: dragged, moved by keyboard or by arrows, shown or hidden; every change is
// saved at once.

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import {
  arranged,
  FURTHER_TILES,
  MOST_TILES,
  TILES,
} from '../../../shared/analytics/reports/overview.ts';
import type { OverviewSettings } from '../../../shared/analytics/reports/overview.schema.ts';
import { useKpiWords } from '../../report-kit/use-kpi-words.ts';
import { FurtherTiles } from './FurtherTiles.tsx';
import { useOverviewTexts } from './overview-texts.ts';

interface Props {
  order: readonly string[] | null;
  hidden: readonly string[];
  onChange: (settings: OverviewSettings) => void;
}

export function Arrange({ order, hidden, onChange }: Props) {
  const t = useOverviewTexts(),
    of = useKpiWords(),
    keys = arranged(order, []).map(({ key }) => key);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const put = (next: readonly string[], away: readonly string[] = hidden): void =>
    onChange({
      order: [...next],
      hidden: away.filter((key) => TILES.some((one) => one.key === key)),
    });
  // A further figure that is switched off leaves the list; it is found again below.
  const show = (key: string, isShown: boolean): void => {
    if (FURTHER_TILES.has(key)) put(keys.filter((one) => one !== key));
    else put(keys, isShown ? hidden.filter((one) => one !== key) : [...hidden, key]);
  };
  const move = (from: number, to: number): void => {
    if (to >= 0 && to < keys.length) put(arrayMove([...keys], from, to));
  };
  const end = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id)
      move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
  };
  const at = (id: unknown): { place: number; of: number } => ({
      place: keys.indexOf(String(id)) + 1,
      of: keys.length,
    }),
    called = (id: unknown): string => of(String(id)).name;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('arrange.taken', { name: called(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('arrange.over', { name: called(active.id), ...at(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('arrange.put', { name: called(active.id), ...at(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('arrange.back', { name: called(active.id) }),
  };
  return (
    <div className="p-card u-arrange">
      <p className="p-muted">{t('arrange.how')}</p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={end}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t('arrange.keys') },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className="u-order">
            {keys.map((key, place) => (
              <Row
                key={key}
                id={key}
                name={called(key)}
                isShown={!hidden.includes(key)}
                isFirst={place === 0}
                isLast={place === keys.length - 1}
                onUp={() => move(place, place - 1)}
                onDown={() => move(place, place + 1)}
                onShow={(isShown) => show(key, isShown)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <FurtherTiles
        shown={keys}
        isFull={keys.filter((key) => !hidden.includes(key)).length >= MOST_TILES}
        onAdd={(key) => put([...keys, key])}
      />
    </div>
  );
}

interface RowProps {
  id: string;
  name: string;
  isShown: boolean;
  isFirst: boolean;
  isLast: boolean;
  onUp: () => void;
  onDown: () => void;
  onShow: (isShown: boolean) => void;
}
function Row({ id, name, isShown, isFirst, isLast, onUp, onDown, onShow }: RowProps) {
  const t = useOverviewTexts(),
    { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className="u-row"
      data-dragging={isDragging}
      style={{
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <ActionIcon
        variant="subtle"
        className="u-grip"
        aria-label={t('arrange.take', { name })}
        {...attributes}
        {...listeners}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span className="u-row-name">{name}</span>
      <ActionIcon
        variant="subtle"
        aria-label={t('arrange.up', { name })}
        disabled={isFirst}
        onClick={onUp}
      >
        <IconArrowUp size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t('arrange.down', { name })}
        disabled={isLast}
        onClick={onDown}
      >
        <IconArrowDown size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Switch
        checked={isShown}
        aria-label={t('arrange.show', { name })}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
    </li>
  );
}
