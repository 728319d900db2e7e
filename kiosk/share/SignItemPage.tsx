/**
 * A document signed on the person's own phone: the same reader, declarations and signing field as
 * on the tablet, then sending and sent.
 */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isBillingPaper } from '../../shared/papers/consent.ts';
import { readingLanguage, withoutStale } from '../../shared/papers/read-in.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { DocumentReader } from '../documents/DocumentReader.tsx';
import { SectionText } from '../documents/DocumentText.tsx';
import { LanguageStop } from '../documents/LanguageStop.tsx';
import type { Original } from '../documents/OriginalPdf.tsx';
import { Declarations } from '../consent/Declarations.tsx';
import { DeclineQuestion } from '../consent/DeclineQuestion.tsx';
import { PaperAcknowledgement } from '../consent/PaperAcknowledgement.tsx';
import { Contact } from '../home/Contact.tsx';
import { SignatureStep } from '../signature/SignatureStep.tsx';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { useStoreBehind } from '../ui/drawnBehind.ts';
import { isolated } from '../ui/isolated.ts';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import type { Practice } from './openItem.ts';
import type { SignItem } from './signItem.ts';

export interface SignItemPageProps {
  readonly header: ReactNode;
  readonly item: SignItem;
  readonly praxis: Practice | null;
  readonly language: string;
  readonly textScale: number;
  readonly isPaused: boolean;
  readonly onDownload: (itemId: string) => Promise<Uint8Array>;
  /** A step forward that the phone's back button undoes. */
  readonly onForward: () => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

export default function SignItemPage({
  header,
  item,
  praxis,
  language: chosen,
  textScale,
  isPaused,
  onDownload,
  onForward,
  onBack,
  onLeave,
}: SignItemPageProps) {
  const { t } = useTranslation('share');
  const { t: home } = useTranslation('home');
  const state = useStoreBehind(item.subscribe, item.get);
  const { content } = item,
    { document: data, id } = content;
  const read = readingLanguage(data.available, chosen, state.reading),
    language = read ?? 'de';
  const [original, setOriginal] = useState<Original | undefined>();
  const [isReadingAgain, setReadingAgain] = useState(false);
  const { screen, sending } = state,
    title = data.title[language] ?? data.title.de,
    isBilling = isBillingPaper(data.fields);

  const openOriginal = (): void => {
    if (original?.state === 'ready') return;
    setOriginal({ state: 'loading' });
    onDownload(id).then(
      async (bytes) => {
        const sha256 = await sha256Hex(bytes);
        // Only the signed file itself may be shown as the original.
        setOriginal(
          sha256 === content.presentedPdfSha256
            ? { state: 'ready', bytes, sha256 }
            : { state: 'failed' },
        );
      },
      () => setOriginal({ state: 'failed' }),
    );
  };
  const leave = (
    <Footer
      primary={
        <Button kind="primary" grow onPress={onLeave}>
          {t('list.back')}
        </Button>
      }
    />
  );
  const forward = (go: () => void): void => {
    onForward();
    go();
  };
  if (read === undefined && ['reading', 'declarations', 'signing', 'talk'].includes(screen)) {
    return (
      <LanguageStop
        header={header}
        language={chosen}
        available={data.available}
        onRead={item.readInstead}
        onAsk={() => item.decide('question', chosen)}
        onBack={onBack}
      />
    );
  }
  switch (screen) {
    case 'paper':
      return (
        <PaperAcknowledgement
          header={header}
          requirement={data.formRequirement}
          language={language}
          onDone={onLeave}
          onBack={onLeave}
        />
      );
    case 'reading':
      return (
        <DocumentReader
          header={header}
          data={data}
          language={language}
          reading={withoutStale(state.reading, chosen)}
          fontScale={textScale}
          isPaused={isPaused}
          isSaved={false}
          onReading={item.read}
          onDecide={(choice) => forward(() => item.decide(choice, chosen))}
          onDone={() => forward(() => item.decide('none', chosen))}
          onBack={onBack}
          {...(original && { original })}
          onOpenOriginal={openOriginal}
        />
      );
    case 'talk':
      return (
        <Screen
          header={header}
          footer={
            <Footer
              back={
                <Button icon="back" onPress={onBack}>
                  {home('back')}
                </Button>
              }
            />
          }
          pageKey="talk"
          layout="split"
          question={<Question reason={t('sign.talkWhy')}>{t('sign.talk')}</Question>}
        >
          <ActionTiles
            label={t('sign.talk')}
            actions={[
              {
                id: 'yes',
                icon: 'check',
                label: t('sign.talkYes'),
                onPress: () => forward(() => item.talked(true, chosen)),
              },
              {
                id: 'no',
                icon: 'question',
                label: t('sign.talkNo'),
                onPress: () => item.talked(false, chosen),
              },
            ]}
          />
        </Screen>
      );
    case 'declining':
      return (
        <DeclineQuestion
          header={header}
          isBilling={isBilling}
          onConfirm={() => item.decline(chosen)}
          onBack={onBack}
        />
      );
    case 'declarations':
      return (
        <Declarations
          header={header}
          declarations={data.declarations}
          language={language}
          isBilling={isBilling}
          answers={state.declarations}
          isSaved={false}
          onAnswer={item.declare}
          onDone={() => forward(item.toSigning)}
          onDecide={(choice) => item.decide(choice, chosen)}
          onBack={onBack}
        />
      );
    case 'signing':
      return (
        <>
          <SignatureStep
            header={header}
            signer={content.signer}
            position={1}
            count={1}
            document={{ title, version: data.template.version }}
            ink={state.ink}
            isSaved={false}
            isBusy={false}
            onInk={item.ink}
            onSign={(mark) => {
              item.sign(mark, chosen).catch(() => undefined);
            }}
            onBack={onBack}
            onShowDocument={() => setReadingAgain(true)}
          />
          <Modal
            open={isReadingAgain}
            title={title}
            onEscape={() => setReadingAgain(false)}
            actions={
              <Button kind="primary" onPress={() => setReadingAgain(false)}>
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
    case 'question':
    case 'declined':
      return (
        <Screen
          header={header}
          footer={leave}
          pageKey={screen}
          question={<Question reason={t(`sign.${screen}Body`)}>{t(`sign.${screen}`)}</Question>}
        >
          <Contact praxis={praxis} />
        </Screen>
      );
    case 'signed':
      return (
        <Screen
          header={header}
          footer={leave}
          pageKey="signed"
          question={<Question>{t('sign.thanks')}</Question>}
        >
          <Notice kind="ok" live title={t('sign.stored')}>
            {state.waitsFor.length === 0 && t('sign.storedBody')}
          </Notice>
          {state.waitsFor.length > 0 && (
            <Notice
              kind="info"
              title={t('sign.others', { names: isolated(state.waitsFor.join(', '), chosen) })}
            >
              {t('sign.othersBody')}
            </Notice>
          )}
          <Contact praxis={praxis} />
        </Screen>
      );
    case 'sending':
      if (sending?.kind === 'refused') {
        return (
          <Screen
            header={header}
            footer={leave}
            pageKey="refused"
            question={<Question>{t('sign.notStored')}</Question>}
          >
            <Notice
              kind="bad"
              live
              title={t(`sign.${sending.why === 'twice' ? 'twice' : 'refused'}`)}
            />
            <Contact praxis={praxis} />
          </Screen>
        );
      }
      return sending?.kind === 'waiting' ? (
        <Screen
          header={header}
          pageKey="waiting"
          question={<Question>{t('sign.waiting')}</Question>}
        >
          <Notice
            kind="offline"
            live
            title={t('problem.offline')}
            action={
              <Button kind="primary" onPress={item.again}>
                {t('sign.again')}
              </Button>
            }
          >
            {t(
              state.said !== null
                ? 'sign.sayWaiting'
                : item.isLasting
                  ? 'sign.waitingBody'
                  : 'sign.waitingOpen',
            )}
          </Notice>
          <Contact praxis={praxis} />
        </Screen>
      ) : (
        <Screen
          header={header}
          pageKey="sending"
          question={<Question>{t(state.said === null ? 'sign.sending' : 'sign.saying')}</Question>}
        >
          <p role="status">{t('sign.sendingBody')}</p>
        </Screen>
      );
  }
}
