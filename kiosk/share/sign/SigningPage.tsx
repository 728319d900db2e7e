/** The signing field, and the document again in a dialog over it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionText } from '../../documents/DocumentText.tsx';
import { SignatureStep } from '../../signature/SignatureStep.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import type { SignItem } from './signItem.ts';
import type { SignState } from './signState.ts';

interface SigningPageProps {
  readonly header: ReactNode;
  readonly item: SignItem;
  readonly state: SignState;
  /** Language that was read. */
  readonly language: string;
  /** Language of the page. */
  readonly chosen: string;
  readonly isReadingAgain: boolean;
  readonly onReadAgain: (isOpen: boolean) => void;
  readonly onBack: () => void;
}

export function SigningPage({
  header,
  item,
  state,
  language,
  chosen,
  isReadingAgain,
  onReadAgain,
  onBack,
}: SigningPageProps) {
  const { t } = useTranslation('share');
  const { signer, document: data } = item.content,
    title = data.title[language] ?? data.title.de;
  return (
    <>
      <SignatureStep
        header={header}
        signer={signer}
        position={1}
        count={1}
        document={{ title, version: data.template.version }}
        ink={state.ink}
        isSaved={state.isKept}
        isBusy={false}
        onInk={item.ink}
        onSign={(mark) => {
          item.sign(mark, chosen).catch(() => undefined);
        }}
        onBack={onBack}
        onShowDocument={() => onReadAgain(true)}
      />
      <Modal
        open={isReadingAgain}
        title={title}
        onEscape={() => onReadAgain(false)}
        actions={
          <Button kind="primary" onPress={() => onReadAgain(false)}>
            {t('sign.close')}
          </Button>
        }
      >
        {data.sections.map((section) => (
          <SectionText
            key={section.id}
            section={section}
            language={language}
            withGerman={false}
            headingId={`again-${section.id}`}
          />
        ))}
      </Modal>
    </>
  );
}
