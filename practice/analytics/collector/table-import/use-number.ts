// Whole numbers in the format of the screen's language.

import { useLanguage } from '../../../ui/texts.ts';

/** Returns a formatter of whole numbers. */
export const useNumber = (): ((n: number) => string) => {
  const language = useLanguage();
  return (n) => n.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
};
