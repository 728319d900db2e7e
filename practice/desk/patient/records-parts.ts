// Lists that the patient page takes from other areas; passed in by app/.

import { createContext, useContext, type ComponentType } from 'react';

/** Who the list is about; name and birth date as the page shows them. */
export interface ListOf {
  readonly patid: string;
  readonly name: string;
  readonly geburtsdatum: string;
}
export const RECORDS = ['dokumente', 'einwilligungen', 'freigaben'] as const;
export type RecordsTab = (typeof RECORDS)[number];
export type RecordsParts = Readonly<Record<RecordsTab, ComponentType<ListOf>>>;
const PartsContext = createContext<RecordsParts | null>(null);
export const RecordsPartsProvider = PartsContext;
/** Returns the lists. @throws Error where the page is shown without them */
export function useRecordsParts(): RecordsParts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('the patient page was opened without its lists');
  return parts;
}
