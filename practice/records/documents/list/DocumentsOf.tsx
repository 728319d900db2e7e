// Documents of one patient on the patient's page: the newest first, and adding one.

import { Button, Group } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AddDialog, type Whose } from '../AddDialog.tsx';
import { DocumentsList, useDocumentRows } from './DocumentsList.tsx';
import { useDocumentsTexts } from '../documents-texts.ts';

export function DocumentsOf(whose: Whose) {
  const t = useDocumentsTexts(),
    { patid } = whose,
    list = useDocumentRows({ patid }),
    [isAdding, setAdding] = useState(false);
  return (
    <div className="p-stack">
      <Group gap={8} justify="flex-end" className="p-noprint">
        <Button
          variant="default"
          component={Link}
          to={`/dokumente?patid=${encodeURIComponent(patid)}`}
        >
          {t('list.filtered')}
        </Button>
        <Button
          leftSection={<IconFilePlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add.title')}
        </Button>
      </Group>
      <DocumentsList
        {...list}
        patid={patid}
        isFiltered={false}
        isNamed={false}
        onAdd={() => setAdding(true)}
      />
      {isAdding && <AddDialog patient={whose} first={[]} onClose={() => setAdding(false)} />}
    </div>
  );
}
