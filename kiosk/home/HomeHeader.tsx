/**
 * Bar on every home page: the practice, text size, language, and „Löschen“ as soon as there is data
 * to delete.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findLanguage, listLanguages } from '../../shared/base/languages.ts';
import type { TextScale } from '../ui/comfort.ts';
import { Button } from '../ui/Button.tsx';
import { Header } from '../ui/Header.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextSizeMenu, type SwitchProps } from '../ui/TextSizeMenu.tsx';

export type Dialog = 'size' | 'language' | 'remove' | 'afresh' | null;

export interface HomeHeaderProps {
  readonly praxis: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly canRemove: boolean;
  readonly onOpen: (dialog: Dialog) => void;
  /** Notices on every page, below the bar. */
  readonly banner: ReactNode;
}

export function HomeHeader({
  praxis,
  language,
  languages,
  canRemove,
  onOpen,
  banner,
}: HomeHeaderProps) {
  const { t } = useTranslation('home');
  return (
    <>
      <Header
        menuLabel={t('menu')}
        start={<bdi className="home-praxis">{praxis}</bdi>}
        actions={
          <>
            <Button onPress={() => onOpen('size')}>{t('size.open')}</Button>
            {languages.length > 1 && (
              <Button icon="language" onPress={() => onOpen('language')}>
                <span lang={language}>{findLanguage(language)?.native ?? language}</span>
              </Button>
            )}
            {canRemove && (
              <Button icon="clear" onPress={() => onOpen('remove')}>
                {t('remove.open')}
              </Button>
            )}
          </>
        }
      />
      {banner}
    </>
  );
}

export interface HomeDialogsProps {
  readonly open: Dialog;
  readonly onClose: () => void;
  readonly language: string;
  readonly languages: readonly string[];
  readonly onLanguage: (code: string) => void;
  readonly textScale: TextScale;
  readonly onTextScale: (scale: TextScale) => void;
  readonly isCalm: boolean;
  readonly onCalm: (isCalm: boolean) => void;
  /** Einfache Sprache, only where the form has it. */
  readonly plain: SwitchProps | undefined;
  /** Submitted answers that have not arrived. */
  readonly isHanded: boolean;
  readonly onRemove: () => void;
  readonly onAfresh: () => void;
}

export function HomeDialogs(props: HomeDialogsProps) {
  const { t } = useTranslation('home');
  const { open, onClose } = props;
  const then = (work: () => void) => () => {
    onClose();
    work();
  };
  return (
    <>
      <Modal
        open={open === 'size'}
        title={t('size.title')}
        onEscape={onClose}
        actions={
          <Button kind="primary" onPress={onClose}>
            {t('size.done')}
          </Button>
        }
      >
        <TextSizeMenu
          value={props.textScale}
          calm={props.isCalm}
          onChange={props.onTextScale}
          onCalmChange={props.onCalm}
          plain={props.plain}
          labels={{ size: t('size.label'), calm: t('size.calm'), calmHint: t('size.calmHint') }}
        />
      </Modal>
      <Modal
        open={open === 'language'}
        title={t('language.title')}
        onEscape={onClose}
        actions={<Button onPress={onClose}>{t('language.keep')}</Button>}
      >
        <LanguageList
          languages={listLanguages(props.languages)}
          current={props.language}
          label={t('language.label')}
          onChoose={(code) => {
            onClose();
            props.onLanguage(code);
          }}
        />
      </Modal>
      <Modal
        alert
        open={open === 'remove'}
        title={t('remove.title')}
        onEscape={onClose}
        actions={
          <>
            <Button onPress={onClose}>{t('remove.no')}</Button>
            <Button icon="clear" onPress={then(props.onRemove)}>
              {t('remove.yes')}
            </Button>
          </>
        }
      >
        <p>{props.isHanded ? t('remove.bodyHanded') : t('remove.body')}</p>
      </Modal>
      <Modal
        alert
        open={open === 'afresh'}
        title={t('start.afreshTitle')}
        onEscape={onClose}
        actions={
          <>
            <Button onPress={onClose}>{t('start.afreshNo')}</Button>
            <Button onPress={then(props.onAfresh)}>{t('start.afreshYes')}</Button>
          </>
        }
      >
        <p>{t('start.afreshBody')}</p>
      </Modal>
    </>
  );
}
