/**
 * Asks before the next person's form of a Mappe whether the address is the previous person's or
 * another.
 */
import type { ReactNode } from 'react';
import { ActionTiles } from '../../ui/fields/ChoiceTiles.tsx';
import { Question, Screen } from '../../ui/Screen.tsx';
import { useSpoken } from '../useWords.ts';

export interface SameAddressProps {
  readonly header: ReactNode;
  readonly language: string;
  /** Person of the next form, and person whose address is offered. */
  readonly name: string;
  readonly other: string;
  readonly address: string;
  readonly onSame: () => void;
  readonly onOther: () => void;
}

export function SameAddress({
  header,
  language,
  name,
  other,
  address,
  onSame,
  onOther,
}: SameAddressProps) {
  const { t, language: spoken } = useSpoken(language);
  return (
    <Screen header={header}>
      <div lang={spoken}>
        <Question reason={t('address.reason', { name })}>
          {t('address.ask', { name, other })}
        </Question>
        <p className="q-address">
          <bdi lang="de">{address}</bdi>
        </p>
        <ActionTiles
          label={t('address.ask', { name, other })}
          actions={[
            { id: 'same', icon: 'ok', label: t('address.same'), onPress: onSame },
            { id: 'other', icon: 'close', label: t('address.other'), onPress: onOther },
          ]}
        />
      </div>
    </Screen>
  );
}
