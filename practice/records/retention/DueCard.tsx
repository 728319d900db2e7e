// Items that are due, by kind and year: selected year by year or person by person, released by
// typing the number and the password.

import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { DueItem, DueList } from '../../../shared/records/retention.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { useDue } from './retention-calls.ts';

const keyOf = (one: DueItem): string => `${one.kind}|${one.patid}`;
/** Items of one kind whose period ended in one year, oldest first. */
function groupsOf(
  items: readonly DueItem[],
): { key: string; year: number; kind: DueItem['kind']; items: DueItem[] }[] {
  const groups = new Map<string, DueItem[]>();
  for (const one of items)
    groups.set(`${one.year}|${one.kind}`, [...(groups.get(`${one.year}|${one.kind}`) ?? []), one]);
  return [...groups]
    .map(([key, list]) => ({ key, year: list[0]!.year, kind: list[0]!.kind, items: list }))
    .sort((a, b) => a.year - b.year || a.kind.localeCompare(b.kind));
}

export function DueCard() {
  const t = useRetentionTexts(),
    query = useDue();
  return (
    <section className="p-card p-stack" aria-labelledby="af-due">
      <Title order={2} id="af-due" className="af-h2">
        {t('due.title')}
      </Title>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Due list={query.data} />}
    </section>
  );
}

function Due({ list }: { list: DueList }) {
  const t = useRetentionTexts(),
    [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    [isOpen, setOpen] = useState(false);
  const picked = list.items.filter((one) => chosen.has(keyOf(one)));
  const set = (items: readonly DueItem[], isOn: boolean): void =>
    setChosen((old) => {
      const next = new Set(old);
      for (const one of items)
        if (isOn) next.add(keyOf(one));
        else next.delete(keyOf(one));
      return next;
    });
  return (
    <>
      <Text size="sm">
        {t('due.sum', { people: list.people, due: list.due })}
        {list.held > 0 ? ` ${t('due.held', { count: list.held })}` : ''}
      </Text>
      {list.items.length === 0 && <Empty>{t('due.empty')}</Empty>}
      {list.due > list.items.length && (
        <Notice tone="info">
          <Text size="sm">{t('due.first', { n: list.items.length })}</Text>
        </Notice>
      )}
      {groupsOf(list.items).map((group) => (
        <Group_ key={group.key} group={group} chosen={chosen} onSet={set} />
      ))}
      {list.items.length > 0 && (
        <Group>
          <Button
            color="bad"
            disabled={picked.length === 0}
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('due.release', { count: picked.length })}
          </Button>
        </Group>
      )}
      <ReleaseDialog
        key={isOpen ? 'open' : 'closed'}
        isOpen={isOpen}
        items={picked}
        onClose={() => setOpen(false)}
        onDone={() => setChosen(new Set())}
      />
    </>
  );
}

function Group_({
  group,
  chosen,
  onSet,
}: {
  group: ReturnType<typeof groupsOf>[number];
  chosen: ReadonlySet<string>;
  onSet: (items: readonly DueItem[], isOn: boolean) => void;
}) {
  const t = useRetentionTexts(),
    language = useLanguage(),
    count = group.items.filter((one) => chosen.has(keyOf(one))).length,
    isAll = count === group.items.length;
  const title = t(`due.group.${group.kind}`, { year: group.year });
  return (
    <details className="af-group" open={group.items.length <= 10}>
      <summary>
        <Checkbox
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          aria-label={t('due.pickGroup', { title })}
          onChange={() => onSet(group.items, !isAll)}
        />
        <span className="af-group-title">{title}</span>
        <span className="p-muted p-tabular">{t('due.people', { count: group.items.length })}</span>
      </summary>
      <ul className="af-people">
        {group.items.map((one) => (
          <li key={keyOf(one)}>
            <Checkbox
              checked={chosen.has(keyOf(one))}
              onChange={() => onSet([one], !chosen.has(keyOf(one)))}
              label={
                <>
                  <strong>{one.name}</strong>{' '}
                  <span className="p-muted p-tabular">
                    *{dayText(one.geburtsdatum, language)} · {one.patid}
                  </span>
                </>
              }
            />
            <span className="p-muted p-tabular">
              {t('due.why', {
                contact: t(one.isContactKnown ? 'due.last' : 'due.unknown', {
                  at: showDay(one.lastContact, language),
                }),
                until: showDay(`${one.until}T12:00:00Z`, language),
                count: one.documents,
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
