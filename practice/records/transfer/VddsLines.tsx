// Lines for VDDS_MMI.INI on a workstation, by which practice software detects that patients can be
// handed over; for the named program.

import { Button, Code, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { registration } from '../../../shared/records/vdds.ts';
import { useTransferTexts } from './transfer-texts.ts';

export function VddsLines() {
  const t = useTransferTexts(),
    [program, setProgram] = useState('C:\\Molar\\uebergeben.cmd'),
    lines = registration(program.trim());
  return (
    <details className="ds-vdds">
      <summary>{t('vdds.title')}</summary>
      <Stack gap={12} mt={12}>
        <Text size="sm">{t('vdds.lead')}</Text>
        <Text size="sm" c="dimmed">
          {t('vdds.limits')}
        </Text>
        <TextInput
          label={t('vdds.program')}
          value={program}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'ds-file' }}
          onChange={(event) => setProgram(event.currentTarget.value)}
          maw={420}
        />
        <Code block>{lines}</Code>
        <div>
          <CopyButton value={lines}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {t(copied ? 'vdds.copied' : 'vdds.copy')}
              </Button>
            )}
          </CopyButton>
        </div>
      </Stack>
    </details>
  );
}
