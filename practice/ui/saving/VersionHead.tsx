// The head of an editor of versioned content: state, saving, version, and what can be done with it.

import { Button, Menu } from '@mantine/core';
import { IconDots, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Saving } from './use-drafting.ts';
import { SavedWord, VersionStateWord, type VersionState } from './versions.tsx';
import { useVersionTexts } from './version-words/version-texts.ts';

/** Ways to end a version. */
export type VersionEnd = 'discard' | 'retire';
interface Props {
  view: { state: VersionState; version: number; origin: string };
  /** How far saving got. */
  saved: Saving['state'];
  /** Further facts behind the version. */
  facts?: string;
  /** Name of the file that the version is saved as. */
  exportWord: string;
  isBusy: boolean;
  onExport: () => void;
  onEnd: (end: VersionEnd) => void;
  onPublish: () => void;
  onBegin: () => void;
  /** Further buttons, left of the menu. */
  children?: ReactNode;
}

/** State and acts of a version that is edited or read. */
export function VersionHead({
  view,
  saved,
  facts = '',
  exportWord,
  isBusy,
  onExport,
  onEnd,
  onPublish,
  onBegin,
  children,
}: Props) {
  const v = useVersionTexts(),
    isDraft = view.state === 'draft',
    isOwn = view.origin === 'own';
  return (
    <div className="p-row">
      {isDraft && <SavedWord state={saved} />}
      <VersionStateWord state={view.state} />
      <span className="p-muted p-tabular">
        {v('version.n', { n: view.version })}
        {facts !== '' && ` · ${facts}`}
      </span>
      {children}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
            {v('version.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onExport}>{exportWord}</Menu.Item>
          {isDraft && (
            <Menu.Item c="var(--bad)" onClick={() => onEnd('discard')}>
              {v('version.discard')}
            </Menu.Item>
          )}
          {view.state === 'active' && isOwn && (
            <Menu.Item onClick={() => onEnd('retire')}>{v('version.retire')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDraft && (
        <Button
          loading={isBusy}
          leftSection={<IconRosetteDiscountCheck size={18} aria-hidden />}
          onClick={onPublish}
        >
          {v('version.publish')}
        </Button>
      )}
      {!isDraft && isOwn && (
        <Button loading={isBusy} onClick={onBegin}>
          {v('version.new')}
        </Button>
      )}
    </div>
  );
}
