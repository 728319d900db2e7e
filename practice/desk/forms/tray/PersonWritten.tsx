// Whom a set of answers names: as written there, or that it is not known.

import { dayText } from '../../../../shared/base/dates.ts';
import { listName } from '../../../../shared/desk/patient.ts';
import type { UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useTrayTexts } from './tray-texts.ts';

export function PersonWritten({
  one,
}: {
  one: Pick<UnmatchedEntry, 'firstName' | 'lastName' | 'geburtsdatum'>;
}) {
  const t = useTrayTexts(),
    language = useLanguage();
  if (one.lastName === '') return <strong>{t('who.unknown')}</strong>;
  // Damaged: the name is words about that.
  if (one.geburtsdatum === '') return <strong>{one.lastName}</strong>;
  return (
    <>
      <strong>{listName(one)}</strong>{' '}
      <span className="p-tabular">*{dayText(one.geburtsdatum, language)}</span>
    </>
  );
}
