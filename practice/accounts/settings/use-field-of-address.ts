// A link to one field of the settings: the field is scrolled into view, focused and marked.

import { useEffect } from 'react';
import { useLocation } from 'react-router';

const CONTROLS = 'input:not([type="hidden"]), textarea, select, button';

/**
 * Focuses the field that the address names, at each visit of such a link.
 * @param isShown whether the form is on the page
 */
export function useFieldOfAddress(isShown: boolean): void {
  const visit = useLocation();
  useEffect(() => {
    const { hash } = visit,
      field =
        isShown && /^#\w+$/.test(hash)
          ? document.querySelector<HTMLElement>(`[data-field="${hash.slice(1)}"]`)
          : null;
    if (!field) return undefined;
    field.scrollIntoView({ block: 'center' });
    const control = [...field.querySelectorAll<HTMLElement>(CONTROLS)].find(
      (one) => !one.matches(':disabled'),
    );
    control?.focus({ preventScroll: true });
    field.classList.add('s-found');
    return () => field.classList.remove('s-found');
  }, [visit, isShown]);
}
