// The columns of one file: for each field its column and the first interpreted values.

import { NativeSelect, Table, Text } from '@mantine/core';
import type { LookedFile } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { fieldNames, unusedColumns } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useDataTexts } from '../collector-texts.ts';
import { useRefusal } from './refusal.ts';
import { understood } from './understood.ts';

/** Maps a column of a file to a field; null where the field has none. */
export type OnColumn = (field: string, column: string | null) => void;

/** For each field its column and the first interpreted values. */
export function Columns({
  looked,
  entity,
  isBusy,
  onColumn,
}: {
  looked: LookedFile;
  entity: PvsEntity;
  isBusy: boolean;
  onColumn: OnColumn;
}) {
  const t = useDataTexts(),
    refusal = useRefusal(),
    bad = looked.rows.findIndex((row) => row.refused !== null),
    refused = looked.rows[bad]?.refused;
  const unused = unusedColumns(entity, looked.header, looked.places);
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
      {unused.length > 0 && (
        <Text size="sm">
          {t('in.unused', {
            names: unused
              .map(({ column, meant, isDouble }) =>
                isDouble
                  ? t('in.unused.double', { column })
                  : meant === null
                    ? column
                    : t('in.unused.meant', { column, meant }),
              )
              .join(', '),
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
              {fieldNames(entity).map((field) => (
                <ColumnRow
                  key={field}
                  field={field}
                  looked={looked}
                  entity={entity}
                  isBusy={isBusy}
                  onColumn={onColumn}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </>
  );
}

/** One field: its meaning, its column, and its values in the first good rows. */
function ColumnRow({
  field,
  looked,
  entity,
  isBusy,
  onColumn,
}: {
  field: string;
  looked: LookedFile;
  entity: PvsEntity;
  isBusy: boolean;
  onColumn: OnColumn;
}) {
  const t = useDataTexts(),
    language = useLanguage(),
    fields = PVS_FIELDS[entity],
    good = looked.rows.filter((row) => row.refused === null).slice(0, 3),
    place = looked.places[field] ?? -1,
    at = fields.findIndex((one) => one.name === field),
    about = fields[at];
  const isNeeded = field === 'id' || about?.isRequired === true,
    title =
      about?.meaning ??
      t(`in.row.${field === 'id' ? 'id' : field === 'geaendertAm' ? 'changed' : 'deleted'}`);
  // Values without a stored form are shown as in the file.
  const samples = good.map((row) =>
    about === undefined
      ? place === -1
        ? ''
        : (row.cells[place] ?? '')
      : understood(row.values[at] ?? null, about, language),
  );
  return (
    <Table.Tr>
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
        {samples.filter((one) => one !== '').join(' · ')}
      </Table.Td>
    </Table.Tr>
  );
}
