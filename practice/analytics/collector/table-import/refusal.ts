// Explains why a line, or a whole file, is rejected.

import type { LookedFile } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { RowTrouble } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import { useDataTexts, type DataKey } from '../collector-texts.ts';
import type { TextsOf } from '../../../ui/texts.ts';

type Trouble = NonNullable<LookedFile['trouble']>;
export const troubleWords = (t: TextsOf<DataKey>, { why, line, fields }: Trouble): string =>
  `${t(`trouble.${why}`, { fields: fields?.join(', ') ?? '' })}${line === undefined ? '' : ` ${t('trouble.line', { line })}`}`;
/** Returns the text of a refusal; the column is named as in the file. */
export function useRefusal(): (refused: { column: string; why: string }) => string {
  const t = useDataTexts();
  return ({ column, why }) =>
    column === '' ? t(`why.${why as RowTrouble}`) : `${column}: ${t(`why.${why as RowTrouble}`)}`;
}
