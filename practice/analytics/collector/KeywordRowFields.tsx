// One pattern of the keyword page: its place, its text, its group, what it decides, and its tools.

import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { MAX_PATTERN_LENGTH } from '../../../shared/analytics/deliveries/keywords.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useDataTexts } from './collector-texts.ts';
import type { KeywordRow, KeywordRows } from './use-keyword-rows.ts';

export function KeywordRowFields({
  row,
  at,
  keywords,
}: {
  row: KeywordRow;
  at: number;
  keywords: KeywordRows;
}) {
  const t = useDataTexts(),
    words = useReportWords(),
    { wrong, usable, effect, isOfThese, change } = keywords;
  const what = row.muster.trim() === '' ? t('words.row', { n: at + 1 }) : row.muster.trim(),
    n = (many: number): string => words.number(many, 'zahl');
  // Counts are shown only while they belong to the current text.
  const hit = isOfThese ? effect.data?.treffer[usable.indexOf(row)] : undefined;
  return (
    <li className="dt-word">
      <span className="dt-place" aria-hidden>
        {at + 1}.
      </span>
      <TextInput
        aria-label={t('words.pattern', { n: at + 1 })}
        placeholder={t('words.example')}
        value={row.muster}
        maxLength={MAX_PATTERN_LENGTH}
        error={
          wrong[at] === 'doppelt'
            ? t('words.double')
            : wrong[at] === 'leer' && row.muster.trim() !== ''
              ? t('words.nothing')
              : undefined
        }
        ref={(field) => keywords.focusAdded(field, row.key)}
        onChange={(event) => change(row.key, { muster: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('types.group', { name: what })}
        value={row.gruppe ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(row.key, {
            gruppe: STANDARD_GROUPS.find((group) => group === value) ?? null,
          });
        }}
        data={[
          { value: '', label: t('words.choose') },
          ...STANDARD_GROUPS.map((value) => ({ value, label: words.word(value) })),
        ]}
      />
      <span className="p-small p-muted dt-hit">
        {hit === undefined
          ? ''
          : hit.verdeckt === 0
            ? t('words.hits', { n: n(hit.zaehlt) })
            : t('words.hitsLate', { n: n(hit.zaehlt), m: n(hit.verdeckt) })}
      </span>
      <RowTools row={row} at={at} what={what} keywords={keywords} />
    </li>
  );
}

/** Moves a row up or down, or removes it. */
function RowTools({
  row,
  at,
  what,
  keywords: { rows, move, remove },
}: {
  row: KeywordRow;
  at: number;
  what: string;
  keywords: KeywordRows;
}) {
  const t = useDataTexts();
  return (
    <span className="dt-tools">
      <ActionIcon
        variant="subtle"
        size={32}
        disabled={at === 0}
        aria-label={t('words.up', { what })}
        onClick={() => move(at, -1)}
      >
        <IconArrowUp size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        disabled={at === rows.length - 1}
        aria-label={t('words.down', { what })}
        onClick={() => move(at, 1)}
      >
        <IconArrowDown size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('words.remove', { what })}
        onClick={() => remove(row.key)}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}
