// The modal of this app: the Back button of the browser closes it instead of leaving the page.

import { Modal as Base, type ModalProps } from '@mantine/core';
import { useBackCloses } from './saving/leaving.ts';

/** Wraps the library's modal; one that Escape does not close is not closed by Back either. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened && props.closeOnEscape !== false, props.onClose);
  return <Base {...props} />;
}
