// One file: its kind, its format, the mapping of columns to fields, and its first rows as
// interpreted.

import { NativeSelect, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconEyeOff, IconLoader2 } from '@tabler/icons-react';
import type {
  ImportState,
  LookedFile,
} from '../../../shared/analytics/deliveries/table-import.schema.ts';
import { fieldNames } from '../../../shared/analytics/deliveries/pvs-mapping.ts';
import {
  isPvsEntity,
  PVS_ENTITIES,
  PVS_FIELDS,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useDatenTexts } from './data-texts.ts';
import { sizeWords } from './FilesStep.tsx';
import { troubleWords, useRefusal } from './refusal.ts';
import { understood } from './understood.ts';

interface Props {
  file: ImportState['files'][number];
  looked: LookedFile | undefined;
  isOut: boolean;
  isBusy: boolean;
  onEntity: (entity: PvsEntity | null | undefined) => void;
  onColumn: (field: string, column: string | null) => void;
}
const OUT = 'out';

export function FileCard({ file, looked, isOut, isBusy, onEntity, onColumn }: Props) {
  const t = useDatenTexts(),
    language = useLanguage(),
    entity = looked?.entity ?? null,
    found =
      entity === null
        ? 0
        : new Set(Object.values(looked?.places ?? {}).filter((at) => at !== -1)).size;
  const facts = looked?.charset
    ? [
        t(`in.charset.${looked.charset === 'utf-8' ? 'utf8' : 'windows'}`),
        t(
          `in.separator.${looked.separator === ';' ? 'semicolon' : looked.separator === ',' ? 'comma' : 'tab'}`,
        ),
        ...(entity ? [t('in.columns', { n: found, of: looked.header.length })] : []),
      ]
    : [];
  return (
    <li className="ei-file">
      <div className="ei-file-head">
        <div className="ei-file-name">
          <Text fw={600}>{file.name}</Text>
          <Text size="sm" c="dimmed" className="p-tabular">
            {[sizeWords(file.size, language), ...facts].join(' · ')}
          </Text>
        </div>
        <NativeSelect
          aria-label={t('in.kind', { name: file.name })}
          value={isOut ? OUT : (entity ?? '')}
          disabled={isBusy}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onEntity(value === OUT ? null : isPvsEntity(value) ? value : undefined);
          }}
          data={[
            ...(entity === null && !isOut ? [{ value: '', label: t('in.kind.none') }] : []),
            ...PVS_ENTITIES.map((one) => ({ value: one, label: t(`entity.${one}`) })),
            { value: OUT, label: t('in.kind.out') },
          ]}
        />
      </div>
      {isOut ? (
        <StateWord tone="off" icon={IconEyeOff}>
          {t('in.out')}
        </StateWord>
      ) : !looked ? (
        <StateWord tone="info" icon={IconLoader2}>
          {t('in.reading')}
        </StateWord>
      ) : looked.trouble ? (
        <StateWord tone="bad" icon={IconAlertTriangle}>
          {troubleWords(t, looked.trouble)}
        </StateWord>
      ) : (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('in.understood')}
        </StateWord>
      )}
      {!isOut && looked && looked.header.length > 0 && entity !== null && (
        <Columns looked={looked} entity={entity} isBusy={isBusy} onColumn={onColumn} />
      )}
    </li>
  );
}

/** For each field its column and the first interpreted values. */
function Columns({
  looked,
  entity,
  isBusy,
  onColumn,
}: {
  looked: LookedFile;
  entity: PvsEntity;
  isBusy: boolean;
  onColumn: Props['onColumn'];
}) {
  const t = useDatenTexts(),
    language = useLanguage(),
    refusal = useRefusal(),
    fields = PVS_FIELDS[entity],
    good = looked.rows.filter((row) => row.refused === null).slice(0, 3),
    bad = looked.rows.findIndex((row) => row.refused !== null),
    refused = looked.rows[bad]?.refused;
  const unused = looked.header.filter((_, at) => !Object.values(looked.places).includes(at));
  const sample = (field: string): string[] => {
    const at = fields.findIndex((one) => one.name === field),
      place = looked.places[field] ?? -1;
    // Values without a stored form are shown as in the file.
    return good.map((row) =>
      at === -1
        ? place === -1
          ? ''
          : (row.cells[place] ?? '')
        : understood(row.values[at] ?? null, fields[at]!, language),
    );
  };
  return (
    <>
      {refused && (
        <Text size="sm" className="ei-bad">
          {t('in.rowBad', {
            row: bad + 2,
            why: refusal({
              column: looked.header[looked.places[refused.field] ?? -1] ?? '',
              why: refused.why,
            }),
          })}
        </Text>
      )}
      <details className="dt-all" open={looked.trouble !== null}>
        <summary>{t('in.showColumns')}</summary>
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={t('in.showColumns')} verticalSpacing={4} className="ei-columns">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('in.field')}</Table.Th>
                <Table.Th>{t('in.column')}</Table.Th>
                <Table.Th>{t('in.sample')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fieldNames(entity).map((field) => {
                const about = fields.find((one) => one.name === field),
                  place = looked.places[field] ?? -1,
                  isNeeded = field === 'id' || about?.isRequired === true,
                  title =
                    about?.meaning ??
                    t(
                      `in.row.${field === 'id' ? 'id' : field === 'geaendertAm' ? 'changed' : 'deleted'}`,
                    );
                return (
                  <Table.Tr key={field}>
                    <Table.Td>
                      {title}
                      {isNeeded && <span className="ei-needed"> {t('in.needed')}</span>}
                    </Table.Td>
                    <Table.Td>
                      <NativeSelect
                        size="xs"
                        aria-label={`${t('in.column')}: ${title}`}
                        value={place}
                        disabled={isBusy}
                        error={isNeeded && place === -1}
                        data={[
                          { value: '-1', label: '–' },
                          ...looked.header.map((name, at) => ({
                            value: String(at),
                            label: name === '' ? String(at + 1) : name,
                          })),
                        ]}
                        onChange={(event) => {
                          const at = Number(event.currentTarget.value);
                          onColumn(field, at === -1 ? null : (looked.header[at] ?? null));
                        }}
                      />
                    </Table.Td>
                    <Table.Td className="p-tabular ei-sample">
                      {sample(field)
                        .filter((one) => one !== '')
                        .join(' · ')}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {unused.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('in.unused', { names: unused.join(', ') })}
          </Text>
        )}
      </details>
    </>
  );
}
