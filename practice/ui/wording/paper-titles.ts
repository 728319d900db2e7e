// Titles of papers and forms in the language of this workstation: the stored one is German.

import { useQuery } from '@tanstack/react-query';
import type { LocalText } from '../../../shared/desk/document.ts';
import { callR4c } from '../../api.ts';
import { useLanguage } from '../texts.ts';

/**
 * Provides titles of papers.
 * @returns a function from the key of a paper (`schmerz@1`) and its German title to its title in
 * the language of the workstation, the German one where it has no other
 */
export function usePaperTitle(): (key: string, german: string) => string {
  const language = useLanguage();
  const papers = useQuery({
    queryKey: ['templates'],
    queryFn: () => callR4c<{ id: string; title: LocalText }[]>('/tablet/templates'),
    staleTime: 300_000,
    enabled: language !== 'de',
  });
  return (key, german) =>
    (language === 'de'
      ? undefined
      : papers.data?.find((one) => one.id === key.split('@')[0])?.title[language]) ?? german;
}
