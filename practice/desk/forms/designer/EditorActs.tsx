// State of the edited form, and what can be done with it.

import { Button, Menu } from '@mantine/core';
import { IconDots, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { Effort } from '../../../../shared/forms/questionnaire/effort.ts';
import type { FormView } from '../../../../shared/forms/design/forms.schema.ts';
import { SavedWord, VersionStateWord } from '../../../ui/saving/versions.tsx';
import { useDesignerTexts } from './designer-texts.ts';
import type { useEditing } from './editing/use-editing.ts';
import { exportForm } from './use-forms.ts';

type Edited = ReturnType<typeof useEditing>;
/** Ways to end a form. */
export type End = 'discard' | 'retire';

/** The head of the editor. */
export function EditorActs({
  view,
  form,
  saved,
  longest,
  isBusy,
  onPublish,
  onBegin,
  onEnd,
}: {
  view: FormView;
  form: Edited['editing']['form'];
  /** How far saving got; null if nothing can be changed. */
  saved: Edited['saving']['state'] | null;
  longest: Effort | undefined;
  isBusy: boolean;
  onPublish: () => void;
  onBegin: () => void;
  onEnd: (end: End) => void;
}) {
  const t = useDesignerTexts();
  return (
    <div className="p-row">
      {saved !== null && <SavedWord state={saved} />}
      <VersionStateWord state={view.state} />
      <span className="p-muted p-tabular">
        {t('version', { n: view.version })}
        {longest &&
          ` · ${t('longest', { questions: longest.questions, minutes: Math.max(1, Math.ceil(longest.minutes)) })}`}
      </span>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
            {t('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => exportForm(form, view.key)}>{t('export')}</Menu.Item>
          {view.state === 'draft' && (
            <Menu.Item c="var(--bad)" onClick={() => onEnd('discard')}>
              {t('discard')}
            </Menu.Item>
          )}
          {view.state === 'active' && view.origin === 'own' && (
            <Menu.Item onClick={() => onEnd('retire')}>{t('retire')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {view.state === 'draft' && (
        <Button
          loading={isBusy}
          leftSection={<IconRosetteDiscountCheck size={18} aria-hidden />}
          onClick={onPublish}
        >
          {t('publish')}
        </Button>
      )}
      {view.state !== 'draft' && view.origin === 'own' && (
        <Button loading={isBusy} onClick={onBegin}>
          {t('newVersion')}
        </Button>
      )}
    </div>
  );
}
