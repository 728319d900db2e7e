// Second and third step: the mapping of each file, corrected where needed, then check and import.

import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import type { KnownMapping } from './table-import-calls.ts';
import { useDataTexts } from '../collector-texts.ts';
import { UNKEPT, withColumn, withPoints, withWord } from './edit-mapping.ts';
import { FileCard } from './FileCard.tsx';
import { RunPanel } from './RunPanel.tsx';
import { Step } from './Step.tsx';
import { useImportMapping, type ImportMapping } from './use-import-mapping.ts';

export function Understanding({
  state,
  mappings,
  fresh,
}: {
  state: ImportState;
  mappings: KnownMapping[];
  fresh: () => Promise<void>;
}) {
  const t = useDataTexts(),
    chosen = useImportMapping(state, mappings),
    { mapping, own, entities, look, seen, isChanged, isRunning, edit } = chosen;
  return (
    <>
      <Step n={2} title={t('in.understand')}>
        <Choice chosen={chosen} />
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
                onEntity={(entity) => chosen.setEntity(file.no, entity)}
                onColumn={(field, column) => {
                  if (one) edit(withColumn(mapping, seen, one, field, column));
                }}
                onPoints={(points) => {
                  if (one?.entity) edit(withPoints(mapping, one.entity, points));
                }}
              />
            );
          })}
        </ul>
        {isChanged && <KeepForm chosen={chosen} />}
        {own && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              disabled={chosen.isKeeping || isRunning}
              onClick={chosen.drop}
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
        chosen={chosen.chosen}
      />
    </>
  );
}

/** Chooses a known mapping, and names the program that the files come from. */
function Choice({
  chosen: { mapping, mappings, isChanged, isRunning, choose, setSource },
}: {
  chosen: ImportMapping;
}) {
  const t = useDataTexts();
  return (
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
        onChange={(event) => setSource(event.currentTarget.value)}
      />
    </div>
  );
}

/** Stores a changed mapping under a new name. */
function KeepForm({
  chosen: { mapping, name, setName, keep, isKeeping },
}: {
  chosen: ImportMapping;
}) {
  const t = useDataTexts();
  return (
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
        disabled={name.trim() === '' || mapping.source.trim() === '' || isKeeping}
        onClick={keep}
      >
        {t('in.keep')}
      </Button>
    </Group>
  );
}
