// Placeholder while a page's chunk is loaded: a heading and boxes, like the layout of nearly all
// pages.

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
