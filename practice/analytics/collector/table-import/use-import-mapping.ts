// The mapping of an import while it is edited: chosen, corrected, kept under a name, dropped, and
// tried on the uploaded files.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { say, sayError } from '../../../ui/toast.tsx';
import { useDataTexts } from '../collector-texts.ts';
import { kept, UNKEPT } from './edit-mapping.ts';
import {
  dropMapping,
  keepMapping,
  lookAt,
  MAPPINGS_KEY,
  type Chosen,
  type KnownMapping,
} from './table-import-calls.ts';

/** The default mapping: the practice's own, which comes first, else columns as described. */
const first = (known: readonly KnownMapping[]): PvsMapping => known[0]!.mapping;
const newId = (): string => `praxis-${crypto.randomUUID().slice(0, 8)}`;

/** Holds the mapping and the kinds of the files, with what the server makes of them. */
export function useImportMapping(state: ImportState, mappings: readonly KnownMapping[]) {
  const t = useDataTexts(),
    queries = useQueryClient(),
    [mapping, setMapping] = useState(() => first(mappings)),
    [entities, setEntities] = useState<Readonly<Record<number, PvsEntity | null | undefined>>>({}),
    keeping = useSubmit();
  const [name, setName] = useState(''),
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
    isReady =
      look.isSuccess &&
      !look.isFetching &&
      mapping.source.trim() !== '' &&
      seen.length > 0 &&
      seen.every((one) => one.trouble === null);
  return {
    mapping,
    mappings,
    own,
    entities,
    look,
    seen,
    name,
    setName,
    isRunning,
    isKeeping: keeping.isBusy,
    isChanged: mapping.id === UNKEPT,
    /** Input of a run; null while something is missing. */
    chosen: isReady ? chosen : null,
    edit(next: PvsMapping): void {
      if (next !== mapping) setMapping({ ...next, id: UNKEPT });
    },
    choose(id: string): void {
      const found = mappings.find((one) => one.mapping.id === id);
      if (found) {
        setMapping(found.mapping);
        setName('');
      }
    },
    setSource(source: string): void {
      setMapping({ ...mapping, source });
    },
    setEntity(no: number, entity: PvsEntity | null | undefined): void {
      setEntities({ ...entities, [no]: entity });
    },
    keep: (): void =>
      void keeping.run(async () => {
        const made = kept(mapping, newId(), name.trim(), mapping.source);
        await keepMapping(made);
        await queries.invalidateQueries({ queryKey: [MAPPINGS_KEY] });
        setMapping(made);
        setName('');
        say(t('in.kept'));
      }, sayError),
    drop: (): void =>
      void keeping.run(async () => {
        await dropMapping(mapping.id);
        setMapping(first(mappings.filter((one) => one !== own)));
        await queries.invalidateQueries({ queryKey: [MAPPINGS_KEY] });
      }, sayError),
  };
}
export type ImportMapping = ReturnType<typeof useImportMapping>;
