// What the figures of a report do not hold, in words.

import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice.tsx';

export function Hints({ hints }: { hints: readonly string[] }) {
  const { t, i18n } = useTranslation('worte');
  const known = hints.filter((one) => i18n.exists(`worte:hinweis.${one}`));
  return known.length === 0 ? null : <Notice tone="info">{known.map((one) => t(`hinweis.${one}`)).join(' ')}</Notice>;
}
