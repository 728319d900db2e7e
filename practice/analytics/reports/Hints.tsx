// Limitations of a report's figures, in words.

import { useReportWords } from '../../report-kit/use-report-words.ts';
import { Notice } from '../../ui/Notice.tsx';

export function Hints({ hints }: { hints: readonly string[] }) {
  const { hint } = useReportWords(),
    known = hints.flatMap((one) => hint(one) ?? []);
  return known.length === 0 ? null : <Notice tone="info">{known.join(' ')}</Notice>;
}
