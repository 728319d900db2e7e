// Second and third step: the mapping of each file, corrected where needed, then check and import.

import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportState } from '../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import {
  dropMapping,
  keepMapping,
  lookAt,
  MAPPINGS_KEY,
  type Chosen,
  type KnownMapping,
} from './table-import-calls.ts';
import { useDatenTexts } from './data-texts.ts';
import { kept, UNKEPT, withColumn, withWord } from './edit-mapping.ts';
import { FileCard } from './FileCard.tsx';
import { RunPanel } from './RunPanel.tsx';
import { Step } from './Step.tsx';

/** The default mapping: the practice's own, which comes first, else columns as described. */
const first = (known: readonly KnownMapping[]): PvsMapping => known[0]!.mapping;
const newId = (): string => `praxis-${crypto.randomUUID().slice(0, 8)}`;

export function Understanding({
  state,
  mappings,
  fresh,
}: {
  state: ImportState;
  mappings: KnownMapping[];
  fresh: () => Promise<void>;
}) {
  const t = useDatenTexts(),
    queries = useQueryClient(),
    [mapping, setMapping] = useState(() => first(mappings)),
    [entities, setEntities] = useState<Readonly<Record<number, PvsEntity | null | undefined>>>({}),
    keeping = useSubmit();
  const [name, setName] = useState(''),
    isChanged = mapping.id === UNKEPT,
    own = mappings.find((one) => one.isOwn && one.mapping.id === mapping.id),
    isRunning = state.run?.isRunning === true;
  const chosen: Chosen = {
    mapping,
    files: state.files.map(({ no }) => ({
      no,
      ...(entities[no] !== undefined && { entity: entities[no] }),
    })),
  };
  const look = useQuery({
    queryKey: ['table-look', state.id, chosen],
    queryFn: () => lookAt(state.id, chosen),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    enabled: !isRunning,
  });
  const seen = look.data?.files ?? [],
    edit = (next: PvsMapping): void => {
      if (next !== mapping) setMapping({ ...next, id: UNKEPT });
    };
  const choose = (id: string): void => {
    const found = mappings.find((one) => one.mapping.id === id);
    if (found) {
      setMapping(found.mapping);
      setName('');
    }
  };
  const keep = (): void =>
    void keeping.run(async () => {
      const made = kept(mapping, newId(), name.trim(), mapping.source);
      await keepMapping(made);
      await queries.invalidateQueries({ queryKey: [MAPPINGS_KEY] });
      setMapping(made);
      setName('');
      say(t('in.kept'));
    }, sayError);
  const drop = (): void =>
    void keeping.run(async () => {
      await dropMapping(mapping.id);
      setMapping(first(mappings.filter((one) => one !== own)));
      await queries.invalidateQueries({ queryKey: [MAPPINGS_KEY] });
    }, sayError);
  return (
    <>
      <Step n={2} title={t('in.understand')}>
        <div className="ei-mapping">
          <NativeSelect
            label={t('in.mapping')}
            value={mapping.id}
            disabled={isRunning}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              ...(isChanged ? [{ value: UNKEPT, label: t('in.mapping.changed') }] : []),
              ...mappings.map((one) => ({
                value: one.mapping.id,
                label: one.isOwn
                  ? one.mapping.name
                  : t(`in.mapping.${one.mapping.id === 'eigene' ? 'eigene' : 'gaengig'}`),
              })),
            ]}
          />
          <TextInput
            label={t('in.source')}
            description={t('in.source.text')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={mapping.source}
            maxLength={60}
            disabled={isRunning}
            onChange={(event) => setMapping({ ...mapping, source: event.currentTarget.value })}
          />
        </div>
        {!mapping.isProved && !own && !isChanged && (
          <Text size="sm" c="dimmed">
            {t('in.unproved')}
          </Text>
        )}
        {look.isPending && <Loading />}
        {look.isError && <ErrorNotice error={look.error} onRetry={() => void look.refetch()} />}
        <ul className="ei-files" aria-label={t('in.files')}>
          {state.files.map((file) => {
            const one = seen.find((other) => other.no === file.no);
            return (
              <FileCard
                key={file.no}
                file={file}
                looked={one}
                isOut={entities[file.no] === null}
                isBusy={look.isFetching || isRunning}
                onEntity={(entity) => setEntities({ ...entities, [file.no]: entity })}
                onColumn={(field, column) => {
                  if (one) edit(withColumn(mapping, seen, one, field, column));
                }}
              />
            );
          })}
        </ul>
        {isChanged && (
          <Group gap={8} align="end">
            <TextInput
              label={t('in.keep.name')}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.currentTarget.value)}
              className="ei-keep"
            />
            <Button
              variant="default"
              disabled={name.trim() === '' || mapping.source.trim() === '' || keeping.isBusy}
              onClick={keep}
            >
              {t('in.keep')}
            </Button>
          </Group>
        )}
        {own && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              disabled={keeping.isBusy || isRunning}
              onClick={drop}
            >
              {t('in.mapping.drop')}
            </Button>
          </Group>
        )}
      </Step>
      <RunPanel
        state={state}
        fresh={fresh}
        mapping={mapping}
        onWord={(entity, field, word, to) => edit(withWord(mapping, entity, field, word, to))}
        chosen={
          look.isSuccess &&
          !look.isFetching &&
          mapping.source.trim() !== '' &&
          seen.length > 0 &&
          seen.every((one) => one.trouble === null)
            ? chosen
            : null
        }
      />
    </>
  );
}
