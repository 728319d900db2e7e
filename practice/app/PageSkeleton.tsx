// What stands in a page's place while its part is fetched: a heading and boxes, as nearly all pages are laid out.

import { useUiTexts } from '../ui/ErrorNotice.tsx';

export function PageSkeleton() {
  const t = useUiTexts();
  return (
    <div className="p-page p-skeleton" role="status" aria-label={t('loading')}>
      <div />
      <div />
      <div />
      <div />
    </div>
  );
}
