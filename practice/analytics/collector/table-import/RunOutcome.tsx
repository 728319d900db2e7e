// Result of a check: rejected lines with reasons, and words that must be mapped to a known one.

import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { saveAnswer } from '../../../ui/saving/save-answer.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { sayError } from '../../../ui/toast.tsx';
import { useDataTexts } from '../collector-texts.ts';
import { troubleWords, useRefusal } from './refusal.ts';
import { useNumber } from './use-number.ts';
import type { ImportRun } from './table-import-calls.ts';

/** Maps a word of a file to a known one; null takes the mapping back. */
export type OnWord = (entity: PvsEntity, field: string, word: string, to: string | null) => void;

/** States how many postal codes got back the zero that a spreadsheet had dropped. */
export function RestoredZeros({ zeros }: { zeros: number }) {
  const t = useDataTexts(),
    number = useNumber();
  if (zeros === 0) return null;
  return (
    <StateWord tone="info" icon={IconInfoCircle}>
      {t('in.zeros', { n: number(zeros) })}
    </StateWord>
  );
}

/** The result of a check or of an interrupted import. */
export function Outcome({
  state,
  run,
  isCurrent,
}: {
  state: ImportState;
  run: ImportRun;
  isCurrent: boolean;
}) {
  const t = useDataTexts(),
    number = useNumber(),
    refusal = useRefusal(),
    result = run.result!,
    isGood = result.outcome === 'checked' && run.refused === 0;
  return (
    <>
      {isGood && (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('in.good', { n: number(run.rows) })}
        </StateWord>
      )}
      <RestoredZeros zeros={result.zeros} />
      {result.outcome === 'stopped' && (
        <StateWord tone="off" icon={IconInfoCircle}>
          {t('in.stopped')}
        </StateWord>
      )}
      {result.outcome === 'failed' && (
        <Notice tone="bad" role="alert">
          {t('in.failed')}
        </Notice>
      )}
      {result.bad.map((one) => (
        <StateWord
          key={one.name}
          tone="bad"
          icon={IconAlertTriangle}
        >{`${one.name}: ${troubleWords(t, one)}`}</StateWord>
      ))}
      {run.refused > 0 && (
        <>
          <StateWord tone="warn" icon={IconAlertTriangle}>
            {t(
              result.outcome === 'refused' && run.kind === 'import' ? 'in.someStopped' : 'in.some',
              { good: number(run.rows), n: number(run.refused) },
            )}
          </StateWord>
          <Table.ScrollContainer minWidth={480} className="ei-lines">
            <Table aria-label={t('in.lines')} verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('in.file')}</Table.Th>
                  <Table.Th ta="right">{t('in.line')}</Table.Th>
                  <Table.Th>{t('in.why')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {run.lines.map((one, at) => (
                  <Table.Tr key={at}>
                    <Table.Td>{one.file}</Table.Td>
                    <Table.Td ta="right" className="p-tabular">
                      {number(one.line)}
                    </Table.Td>
                    <Table.Td>{refusal(one)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() =>
                void saveAnswer(`/collector/imports/${state.id}/refused`, 'abgelehnt.csv').catch(
                  sayError,
                )
              }
            >
              {t('in.download')}
            </Button>
            {run.refused > run.lines.length && (
              <Text size="sm" c="dimmed">
                {t('in.firstOnly', { n: number(run.lines.length) })}
              </Text>
            )}
          </Group>
        </>
      )}
      {!isCurrent && result.outcome !== 'stopped' && (
        <Text size="sm" c="dimmed">
          {t('in.old')}
        </Text>
      )}
    </>
  );
}

/** Values of fields with a fixed list, to be mapped to known words. */
export function Words({
  run,
  mapping,
  onWord,
}: {
  run: ImportRun;
  mapping: PvsMapping;
  onWord: OnWord;
}) {
  const t = useDataTexts(),
    number = useNumber();
  if (run.words.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('in.words')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('in.words')}</Table.Th>
            <Table.Th ta="right">{t('in.words.n')}</Table.Th>
            <Table.Th>{t('in.words.to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {run.words.map(({ entity, field, word, count }) => {
            const about = PVS_FIELDS[entity].find((one) => one.name === field),
              to = mapping.files[entity]?.words?.[field]?.[word] ?? '';
            return (
              <Table.Tr key={`${entity} ${field} ${word}`}>
                <Table.Td>
                  „{word}“{' '}
                  <span className="p-muted">
                    {t(`entity.${entity}`)}: {about?.meaning}
                  </span>
                </Table.Td>
                <Table.Td ta="right" className="p-tabular">
                  {number(count)}
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    aria-label={t('in.words.of', { word })}
                    value={to}
                    data={[{ value: '', label: '–' }, ...(about?.words ?? [])]}
                    onChange={(event) =>
                      onWord(
                        entity,
                        field,
                        word,
                        event.currentTarget.value === '' ? null : event.currentTarget.value,
                      )
                    }
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
