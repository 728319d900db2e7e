// Keywords of appointments and the groups that key figures know: patterns in order, with a live
// preview of what each decides and what stays open; saved together, with undo.

import './data.css';
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowUp,
  IconBulb,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import {
  searchable,
  proposePatterns,
  MAX_PATTERNS,
  MAX_PATTERN_LENGTH,
  patternProblem,
  type KeywordPattern,
} from '../../../shared/analytics/deliveries/keywords.ts';
import type { StandardGroup } from '../../../shared/analytics/deliveries/appointment-types.ts';
import type {
  KeywordEffect,
  KeywordMapping,
} from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { say, sayWithUndo } from '../../ui/toast.tsx';
import { useLeaving } from '../../ui/saving/use-leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useDatenTexts } from './data-texts.ts';

const KEY = 'stichworte',
  WAIT_MS = 300;
/** A row being typed; incomplete without a group. */
interface Row {
  readonly key: number;
  readonly muster: string;
  readonly gruppe: StandardGroup | null;
}
const patternsOf = (
  rows: readonly { muster: string; gruppe: StandardGroup | null }[],
): KeywordPattern[] =>
  rows.flatMap(({ muster, gruppe }) =>
    gruppe === null ? [] : [{ muster: muster.trim(), gruppe }],
  );
const isSame = (a: readonly KeywordPattern[], b: readonly KeywordPattern[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
const put = (items: KeywordPattern[], vorher: KeywordPattern[]): Promise<unknown> =>
  call('/api/settings/pattermapi/stichworte', {
    method: 'PUT',
    json: { items, vorher },
    answer: 'none',
    timeout: TIMEOUT,
  });

/** Preview of the patterns of some rows, debounced; `isOfThese` once it belongs to these rows. */
function useKeywordEffect(items: readonly KeywordPattern[], angebote: readonly string[]) {
  const wanted = JSON.stringify({ items, angebote }),
    [asked] = useDebouncedValue(wanted, WAIT_MS);
  const effect = useQuery({
    queryKey: [KEY, 'wirkung', asked],
    queryFn: () =>
      call<KeywordEffect>('/api/settings/pattermapi/vorschau', {
        method: 'POST',
        json: JSON.parse(asked) as object,
        timeout: TIMEOUT,
      }),
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return { effect, isOfThese: asked === wanted && !effect.isPlaceholderData };
}

export function KeywordsPage() {
  const t = useDatenTexts(),
    words = useReportWords(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit();
  const list = useQuery({
    queryKey: [KEY],
    queryFn: async () =>
      (
        await call<{ stichworte: KeywordMapping[] }>('/api/settings/pattermapi', {
          timeout: TIMEOUT,
        })
      ).stichworte,
  });
  const stored = patternsOf((list.data ?? []).filter((one) => !one.istVorschlag)),
    [typed, setTyped] = useState<readonly Row[] | null>(null),
    next = useRef(1000),
    focused = useRef<number | null>(null);
  const rows: readonly Row[] = typed ?? stored.map((one, key) => ({ key, ...one })),
    wrong = patternProblem(rows),
    whole = rows.every((row, at) => row.gruppe !== null && wrong[at] === null);
  const usable = rows.filter((row, at) => row.gruppe !== null && wrong[at] === null),
    known = new Set(rows.map((row) => searchable(row.muster)));
  const offers = (list.data ?? []).filter(
      (one) => one.istVorschlag && !known.has(searchable(one.muster)),
    ),
    now = patternsOf(rows),
    isChanged = typed !== null && !(whole && isSame(now, stored));
  const { effect, isOfThese } = useKeywordEffect(
      patternsOf(usable),
      offers.map((one) => one.muster),
    ),
    n = (many: number): string => words.number(many, 'zahl');
  const add = (
    more: readonly { muster: string; gruppe: StandardGroup | null }[],
    isFocused = false,
  ): void => {
    const made = more.map((one) => ({ ...one, key: ++next.current }));
    if (isFocused) focused.current = made[0]?.key ?? null;
    setTyped([...rows, ...made]);
  };
  const change = (key: number, set: Partial<Row>): void =>
    setTyped(rows.map((row) => (row.key === key ? { ...row, ...set } : row)));
  const move = (at: number, by: -1 | 1): void => {
    const list = [...rows],
      [row] = list.splice(at, 1);
    if (row) {
      list.splice(at + by, 0, row);
      setTyped(list);
    }
  };
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries();
    setTyped(null);
  };
  const save = (): Promise<unknown> =>
    run(async () => {
      await put(now, stored);
      // Reports count differently from here on.
      await fresh();
      sayWithUndo(t('words.saved'), async () => {
        await put(stored, now);
        await fresh();
      });
    });
  const find = (): Promise<unknown> =>
    run(async () => {
      const { stichworte } = await call<{ stichworte: KeywordMapping[] }>(
        '/api/settings/init/pattermapi',
        { method: 'POST', timeout: TIMEOUT },
      );
      queries.setQueryData([KEY], stichworte);
      const many = stichworte.filter((one) => one.istVorschlag).length;
      say(many === 0 ? t('types.foundNone') : t('words.found', { n: many }));
    });
  useLeaving(isChanged);
  // Counts are shown at a row only while they belong to its current text.
  const hits = isOfThese ? effect.data : undefined;
  const sumsOf = (
    of: string,
    ohne: string,
    zugeordnet: string,
    offen: string,
    ohneWort: string,
  ): string => t('words.sums', { of, ohne, zugeordnet, offen, ohneWort });
  // Their place is reserved until they are counted: a button that moves under the finger is missed.
  const sums =
    effect.data === undefined ? (
      <span className="dt-counting">{sumsOf('…', '…', '…', '…', '…')}</span>
    ) : effect.data.termine === 0 ? (
      t('words.noneDelivered')
    ) : (
      sumsOf(
        n(effect.data.termine),
        n(effect.data.ohneArt),
        n(effect.data.ohneArt - effect.data.ohneWort - effect.data.offen),
        n(effect.data.offen),
        n(effect.data.ohneWort),
      )
    );
  return (
    <Page
      title={t('words.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/daten/terminarten"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('words.back')}
        </Button>
      }
    >
      <div className="p-stack dt-page">
        <Text c="dimmed">{t('words.lead')}</Text>
        <Text c="dimmed" size="sm">
          {t('words.how')}
        </Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && (
          <>
            {effect.isError && (
              <ErrorNotice error={effect.error} onRetry={() => void effect.refetch()} />
            )}
            {(effect.data !== undefined || !effect.isError) && (
              <p className="p-card dt-sums" role="status" aria-busy={!isOfThese}>
                {sums}
              </p>
            )}
            <div className="dt-bar">
              <Group gap={8}>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                  disabled={rows.length >= MAX_PATTERNS}
                  onClick={() => add([{ muster: '', gruppe: null }], true)}
                >
                  {t('words.add')}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconBulb size={16} stroke={1.75} aria-hidden />}
                  loading={isBusy}
                  onClick={() => void find()}
                >
                  {t('types.find')}
                </Button>
              </Group>
              <Group gap={8}>
                {(isChanged || failed !== null) && (
                  <Button
                    variant="subtle"
                    onClick={() => {
                      clear();
                      void fresh();
                    }}
                  >
                    {t('words.discard')}
                  </Button>
                )}
                <Button
                  loading={isBusy}
                  disabled={!isChanged || !whole}
                  onClick={() => void save()}
                >
                  {t('types.save')}
                </Button>
              </Group>
            </div>
            {failed !== null && <ErrorNotice error={failed} />}
            {rows.length === 0 ? (
              <p className="p-card dt-none-word">{t('words.empty')}</p>
            ) : (
              <ol className="dt-rows p-card" aria-label={t('words.list')}>
                {rows.map((row, at) => {
                  const what =
                      row.muster.trim() === '' ? t('words.row', { n: at + 1 }) : row.muster.trim(),
                    hit = hits?.treffer[usable.indexOf(row)];
                  return (
                    <li key={row.key} className="dt-word">
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
                        ref={(field) => {
                          if (field && focused.current === row.key) {
                            focused.current = null;
                            field.focus();
                          }
                        }}
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
                          onClick={() => setTyped(rows.filter((one) => one.key !== row.key))}
                        >
                          <IconTrash size={16} stroke={1.75} aria-hidden />
                        </ActionIcon>
                      </span>
                    </li>
                  );
                })}
              </ol>
            )}
            {offers.length > 0 && (
              <section className="p-card" aria-labelledby="dt-offers">
                <Group justify="space-between" gap={8}>
                  <h2 id="dt-offers" className="dt-head">
                    {t('words.offers')}
                  </h2>
                  <Button
                    variant="light"
                    size="xs"
                    onClick={() => add(offers.slice(0, MAX_PATTERNS - rows.length))}
                  >
                    {t('types.take')}
                  </Button>
                </Group>
                <ul className="dt-texts">
                  {offers.map((one, at) => (
                    <li key={one.muster}>
                      <span>
                        {t('words.offer', { muster: one.muster, gruppe: words.word(one.gruppe) })}
                        {hits?.angebote[at] !== undefined && (
                          <span className="p-small p-muted">
                            {' '}
                            · {t('words.more', { n: n(hits.angebote[at]) })}
                          </span>
                        )}
                      </span>
                      <Button
                        variant="subtle"
                        size="xs"
                        aria-label={t('words.takeOne', { muster: one.muster })}
                        onClick={() => add([one])}
                      >
                        {t('words.take')}
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {effect.data && effect.data.texte.length > 0 && (
              <section className="p-card" aria-labelledby="dt-open">
                <h2 id="dt-open" className="dt-head">
                  {t('words.open')}
                </h2>
                <ul className="dt-texts">
                  {effect.data.texte.map(({ text, termine, gruppe }) => (
                    <li key={text}>
                      <span>
                        {text}{' '}
                        <span className="p-small p-muted">
                          · {t('words.times', { n: n(termine) })}
                        </span>
                      </span>
                      <Button
                        variant="subtle"
                        size="xs"
                        aria-label={t('words.fromOne', { text })}
                        onClick={() => add([patternFrom(text, gruppe)], true)}
                      >
                        {t('words.from')}
                      </Button>
                    </li>
                  ))}
                </ul>
                {effect.data.weitere > 0 && (
                  <p className="p-small p-muted">
                    {t('words.others', { n: n(effect.data.weitere) })}
                  </p>
                )}
              </section>
            )}
          </>
        )}
      </div>
    </Page>
  );
}

/** Suggested first pattern: the word that matches the group, else the first of the keywords. */
function patternFrom(
  text: string,
  gruppe: StandardGroup | null,
): { muster: string; gruppe: StandardGroup | null } {
  return (
    proposePatterns([{ text, termine: 1 }], new Map())[0] ?? {
      muster: (
        text
          .split('|')
          .map((one) => one.trim())
          .find((one) => one !== '') ?? ''
      ).slice(0, MAX_PATTERN_LENGTH),
      gruppe,
    }
  );
}
