// One file: its kind, its format, the mapping of columns to fields, and its first rows as
// interpreted.

import { NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconEyeOff, IconLoader2 } from '@tabler/icons-react';
import type {
  ImportState,
  LookedFile,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import {
  isPvsEntity,
  PVS_ENTITIES,
  type PvsEntity,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useDataTexts } from '../collector-texts.ts';
import { sizeWords } from './size-words.ts';
import { troubleWords } from './refusal.ts';
import { Columns, type OnColumn } from './FileColumns.tsx';

interface Props {
  file: ImportState['files'][number];
  looked: LookedFile | undefined;
  isOut: boolean;
  isBusy: boolean;
  onEntity: (entity: PvsEntity | null | undefined) => void;
  onColumn: OnColumn;
  onPoints: (points: 'group' | 'decimal') => void;
}
const OUT = 'out';

export function FileCard({ file, looked, isOut, isBusy, onEntity, onColumn, onPoints }: Props) {
  const t = useDataTexts(),
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
      {!isOut && looked && looked.points.sample !== null && (
        <Points
          meaning={looked.points.meaning}
          sample={looked.points.sample}
          name={file.name}
          isBusy={isBusy}
          onPoints={onPoints}
        />
      )}
      {!isOut && looked && looked.header.length > 0 && entity !== null && (
        <Columns looked={looked} entity={entity} isBusy={isBusy} onColumn={onColumn} />
      )}
    </li>
  );
}

/** A number of the file that can be read in two ways, and how it is read. */
function Points({
  meaning,
  sample,
  name,
  isBusy,
  onPoints,
}: {
  meaning: LookedFile['points']['meaning'];
  sample: string;
  name: string;
  isBusy: boolean;
  onPoints: Props['onPoints'];
}) {
  const t = useDataTexts();
  return (
    <NativeSelect
      label={t('in.points', { sample })}
      description={t(`in.points.${meaning}`)}
      inputWrapperOrder={['label', 'input', 'description']}
      aria-label={t('in.points.of', { sample, name })}
      value={meaning}
      disabled={isBusy}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value === 'group' || value === 'decimal') onPoints(value);
      }}
      data={[
        ...(meaning === 'unclear' ? [{ value: 'unclear', label: t('in.points.ask') }] : []),
        { value: 'group', label: t('in.points.asGroup') },
        { value: 'decimal', label: t('in.points.asDecimal') },
      ]}
    />
  );
}
