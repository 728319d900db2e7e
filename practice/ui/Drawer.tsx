// The drawer of this app: the Back button of the browser closes it instead of leaving the page, and
// its button to close has a name.

import { Drawer as Base, type DrawerProps } from '@mantine/core';
import { useUiTexts } from './ErrorNotice.tsx';
import { useBackCloses } from './saving/leaving.ts';

/** Wraps the library's drawer; one that Escape does not close is not closed by Back either. */
export function Drawer(props: DrawerProps) {
  const t = useUiTexts();
  useBackCloses(props.opened && props.closeOnEscape !== false, props.onClose);
  return (
    <Base {...props} closeButtonProps={{ 'aria-label': t('close'), ...props.closeButtonProps }} />
  );
}
