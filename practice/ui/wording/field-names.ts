// Names of a person's master data: one text for the form designer and the pages of master data.

import { useCallback } from 'react';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import { useUiTexts } from '../ErrorNotice.tsx';

/** Returns the function that names a field in the current language. */
export function useFieldNames(): (field: MasterField) => string {
  const t = useUiTexts();
  return useCallback((field) => t(`field.${field}`), [t]);
}
