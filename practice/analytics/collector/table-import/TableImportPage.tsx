// Import of tables of the practice software: files are uploaded, mapped column by column, checked,
// and become one delivery that can be withdrawn.

import '../data.css';
import './table-import.css';
import { Button, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../../ui/Page.tsx';
import { getImport, getMappings, IMPORT_KEY, MAPPINGS_KEY } from './table-import-calls.ts';
import { useDataTexts } from '../collector-texts.ts';
import { FilesStep } from './FilesStep.tsx';
import { Understanding } from './Understanding.tsx';
import { RunPanel } from './RunPanel.tsx';
import { isWhole } from './send-files.ts';

/** Poll interval of a running import (ms). */
const ASK_AGAIN = 700;

export function ImportPage() {
  const t = useDataTexts(),
    queries = useQueryClient();
  const state = useQuery({
    queryKey: [IMPORT_KEY],
    queryFn: getImport,
    refetchInterval: ({ state: { data } }) => (data?.run?.isRunning === true ? ASK_AGAIN : false),
  });
  const mappings = useQuery({ queryKey: [MAPPINGS_KEY], queryFn: getMappings });
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: [IMPORT_KEY] });
  };
  const one = state.data ?? null,
    run = one?.run ?? null,
    isOver =
      run?.kind === 'import' &&
      run.result !== null &&
      (run.result.outcome === 'closed' || run.result.outcome === 'known');
  return (
    <Page
      title={t('in.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/daten"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('in.back')}
        </Button>
      }
    >
      <div className="p-stack ei-page">
        <Text c="dimmed">{t('in.lead')}</Text>
        {(state.isPending || mappings.isPending) && <Loading />}
        {state.isError && <ErrorNotice error={state.error} onRetry={() => void state.refetch()} />}
        {mappings.isError && (
          <ErrorNotice error={mappings.error} onRetry={() => void mappings.refetch()} />
        )}
        {state.isSuccess &&
          mappings.isSuccess &&
          (isOver && one ? (
            <RunPanel state={one} chosen={null} fresh={fresh} />
          ) : (
            <>
              <FilesStep key={one?.id ?? ''} state={one} fresh={fresh} />
              {one && isWhole(one) && (
                <Understanding
                  key={`look ${one.id}`}
                  state={one}
                  mappings={mappings.data}
                  fresh={fresh}
                />
              )}
            </>
          ))}
      </div>
    </Page>
  );
}
