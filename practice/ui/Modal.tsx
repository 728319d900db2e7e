// The modal of this app: the Back button of the browser closes it instead of leaving the page, and
// its button to close has a name.

import { Modal as Base, type ModalProps } from '@mantine/core';
import { useBackCloses } from './saving/leaving.ts';
import { useUiTexts } from './ErrorNotice.tsx';

/** Wraps the library's modal; one that Escape does not close is not closed by Back either. */
export function Modal(props: ModalProps) {
  const t = useUiTexts();
  useBackCloses(props.opened && props.closeOnEscape !== false, props.onClose);
  return (
    <Base {...props} closeButtonProps={{ 'aria-label': t('close'), ...props.closeButtonProps }} />
  );
}
