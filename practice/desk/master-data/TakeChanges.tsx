// Exports changed personal details as they are filtered: open ones with old and new value, and those
// accepted here that are still to be entered in the practice software.

import { useQueryClient } from '@tanstack/react-query';
import type { OpenChangesEntry, TakenEntry } from '../../../shared/desk/master-data.schema.ts';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import { breathe } from '../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';
import { useToday } from '../../ui/wording/now.ts';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { changesOf } from './use-changes.ts';

interface Change {
  readonly field: MasterField;
  readonly before: string;
  readonly after: string;
}

export function TakeChanges({
  open,
  taken,
}: {
  open: readonly OpenChangesEntry[];
  taken: readonly TakenEntry[];
}) {
  const t = useMasterDataTexts(),
    nameOf = useFieldNames(),
    language = useLanguage(),
    queries = useQueryClient(),
    today = useToday();
  const row = (
    { name, geburtsdatum }: { name: string; geburtsdatum: string },
    { field, before, after }: Change,
    state: string,
  ) => ({
    name,
    geburtsdatum,
    field: nameOf(field),
    before: before === '' ? '' : valueText(t, field, before, language),
    after: after === '' ? '' : valueText(t, field, after, language),
    state,
  });
  return (
    <TakeMenu
      title={t('list.title')}
      fileName={(ending) => `${t('list.title')}_${today}.${ending}`}
      table={async ({ signal, onRows }) => {
        const zeilen: ReturnType<typeof row>[] = [];
        for (const [at, person] of open.entries()) {
          // The list names the fields only; the values come with each person.
          const of = await queries.fetchQuery(changesOf(person.patid));
          for (const one of of.open) zeilen.push(row(person, one, t('col.open')));
          onRows(at + 1, open.length);
          await breathe(signal);
        }
        for (const person of taken)
          for (const one of person.changes)
            zeilen.push(row(person, one, t(one.notedAt === null ? 'col.toEnter' : 'col.entered')));
        return {
          spalten: [
            { key: 'name', titel: t('col.name'), typ: 'text' },
            { key: 'geburtsdatum', titel: t('col.born'), typ: 'tag' },
            { key: 'field', titel: t('col.field'), typ: 'text' },
            { key: 'before', titel: t('col.before'), typ: 'text' },
            { key: 'after', titel: t('col.after'), typ: 'text' },
            { key: 'state', titel: t('col.state'), typ: 'text' },
          ],
          zeilen,
        };
      }}
    />
  );
}
