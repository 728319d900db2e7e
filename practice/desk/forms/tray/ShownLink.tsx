// A created link: to copy, as a QR code, on a sheet of paper, and for an invitation by mail.

import { Button, CopyButton, Group, Select, Text, TextInput } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { createPortal } from 'react-dom';
import { isEmail } from '../../../../shared/base/email.ts';
import type { HomeLink } from '../../../../shared/forms/task/home.schema.ts';
import { useSession } from '../../../session.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { QrPicture } from '../../../ui/QrPicture.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { mailLink } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

export function ShownLink({
  link,
  email,
  onClose,
}: {
  link: HomeLink;
  email: string;
  onClose: () => void;
}) {
  const t = useTrayTexts(),
    ui = useUiTexts(),
    language = useLanguage();
  const title = usePaperTitle()(link.formId, link.title.de ?? '');
  const url = link.url ?? `${location.origin}${link.path ?? ''}`;
  const facts = [
    link.patientName ?? link.label,
    title,
    link.expiresAt === null
      ? t('shown.forever')
      : t('link.until', { at: showInstant(link.expiresAt, language) }),
  ].filter((part) => part !== '');
  return (
    <div className="p-stack">
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {link.url === null && <Notice tone="warn">{t('shown.onlyHere')}</Notice>}
      <div className="z-shown">
        <div className="p-qr-large">
          <QrPicture text={url} label={t('shown.qr')} />
        </div>
        <div className="p-stack z-shown-acts">
          <TextInput
            label={t('shown.link')}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group gap={8}>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button
                  data-autofocus
                  leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
                  onClick={copy}
                >
                  {t(copied ? 'shown.copied' : 'shown.copy')}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('shown.print')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {t(link.kind === 'open' ? 'shown.text.open' : 'shown.text.once')}
          </Text>
        </div>
      </div>
      {link.kind === 'invitation' && <MailForm link={link} email={email} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('close')}
        </Button>
      </Group>
      {createPortal(<Sheet link={link} url={url} />, document.body)}
    </div>
  );
}

function MailForm({ link, email }: { link: HomeLink; email: string }) {
  const t = useTrayTexts(),
    { isBusy, failed, run, clear } = useSubmit();
  const [id, setId] = useState(() => uuidv7()),
    [to, setTo] = useState(email),
    [sentTo, setSent] = useState(''),
    [language, setLanguage] = useState<'de' | 'en'>(link.language === 'de' ? 'de' : 'en'),
    [isTried, setTried] = useState(false);
  const isRight = isEmail(to);
  const send = async (): Promise<void> => {
    setTried(true);
    if (!isRight) return;
    await run(async () => {
      await mailLink(link.id, { id, to: to.trim(), language });
      setSent(to.trim());
      setId(uuidv7());
    });
  };
  return (
    <form
      className="p-stack z-mail"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="z-mail-row">
        <TextInput
          type="email"
          label={t('mail.to')}
          autoComplete="off"
          maxLength={254}
          value={to}
          error={isTried && !isRight ? t('mail.wrong') : undefined}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setSent('');
            clear();
          }}
        />
        <Select
          label={t('mail.language')}
          allowDeselect={false}
          value={language}
          onChange={(value) => setLanguage(value === 'en' ? 'en' : 'de')}
          data={[
            { value: 'de', label: t('mail.de') },
            { value: 'en', label: t('mail.en') },
          ]}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={sentTo !== ''}>
          {t('mail.go')}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {t('mail.text')}
      </Text>
      {sentTo !== '' && (
        <Notice tone="ok" role="status">
          {t('mail.sent', { to: sentTo })}
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} words={{ email: to.trim() }} />}
    </form>
  );
}

/** Printed instead of the page. */
function Sheet({ link, url }: { link: HomeLink; url: string }) {
  const t = useTrayTexts(),
    language = useLanguage(),
    { praxisName } = useSession(),
    title = link.title[language] ?? link.title.de ?? '';
  return (
    <div className="z-print" aria-hidden>
      <p className="z-print-praxis">{praxisName}</p>
      <p className="z-print-title">{title}</p>
      <p>{t('sheet.text')}</p>
      <QrPicture text={url} label={t('shown.qr')} />
      <p className="z-print-url">{url}</p>
      {link.expiresAt !== null && (
        <p>{t('sheet.until', { at: showInstant(link.expiresAt, language) })}</p>
      )}
    </div>
  );
}
