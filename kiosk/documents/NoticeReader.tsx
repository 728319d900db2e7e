/** Reading a notice such as the privacy notice: shown and logged, never signed (DSK 05.09.2018). */
import { DocumentReader, type DocumentReaderProps } from './DocumentReader.tsx';

export type NoticeReaderProps = Omit<DocumentReaderProps, 'onDecide'>;

export function NoticeReader(props: NoticeReaderProps) {
  return <DocumentReader {...props} onDecide={props.onDone} />;
}
