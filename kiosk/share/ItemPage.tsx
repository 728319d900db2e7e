/** The open item of a share. */
import { useCallback, type ReactNode } from 'react';
import type { PhoneWay } from '../home/phone/usePhonePage.ts';
import type { TextScale } from '../ui/comfort.ts';
import { DocumentPage, FormItemPage, SignItemPage } from './parts.ts';
import type { ShareState, ShareVisit } from './visit/shareState.ts';

export interface ItemPageProps {
  readonly header: ReactNode;
  readonly state: ShareState;
  readonly visit: ShareVisit;
  readonly language: string;
  readonly textScale: TextScale;
  readonly way: PhoneWay;
  readonly isPaused: boolean;
  readonly now: () => number;
}

export function ItemPage({
  header,
  state: { item, praxis },
  visit,
  language,
  textScale,
  way: { stack, listen },
  isPaused,
  now,
}: ItemPageProps) {
  const leave = useCallback(() => {
    visit.close().catch(() => undefined);
  }, [visit]);
  if (!item || !stack) return null;
  switch (item.kind) {
    case 'document':
      return (
        <DocumentPage
          header={header}
          content={item.content}
          language={language}
          onDownload={visit.download}
          onBack={() => stack.back()}
        />
      );
    case 'form':
      return (
        <FormItemPage
          header={header}
          item={item}
          language={language}
          stack={stack}
          listen={listen}
          isPaused={isPaused}
          now={now}
          onLeave={leave}
        />
      );
    case 'sign':
      return (
        <SignItemPage
          header={header}
          item={item}
          praxis={praxis}
          language={language}
          textScale={textScale}
          isPaused={isPaused}
          onDownload={visit.download}
          onForward={() => stack.forward()}
          onBack={() => stack.back()}
          onLeave={leave}
        />
      );
  }
}
