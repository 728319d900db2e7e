// A created share: three equal ways to hand it over, and the code, which takes another channel than
// the link.

import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { IconCopy, IconMail, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { v7 as uuidv7 } from 'uuid';
import { isEmail } from '../../../shared/base/email.ts';
import type { ResetLink, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { QrPicture } from '../../ui/QrPicture.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { getPatient, mailShare, makeResetLink } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';

type Sheet = 'letter' | 'code';
/** `without`: titles in the previous link that are missing in this one. */
export function ShownShare({
  link,
  without,
  onClose,
}: {
  link: ShareLink;
  without: readonly string[];
  onClose: () => void;
}) {
  const t = useShareTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    { share } = link,
    isCoded = share.secondStep === 'code',
    code = isCoded ? link.code : null,
    url = link.url ?? `${location.origin}${link.path}`;
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const facts = [
    share.patientName,
    share.items.map((one) => one.title).join(', '),
    t('until', { at: showInstant(share.expiresAt, language) }),
  ];
  useEffect(() => {
    if (sheet === null) return;
    window.print();
    setSheet(null);
  }, [sheet]);
  return (
    <div className="p-stack">
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {without.length > 0 && (
        <Notice tone="warn">{t('renewed.without', { titles: without.join(', ') })}</Notice>
      )}
      {link.url === null && <Notice tone="warn">{t('shown.onlyHere')}</Notice>}
      <div className="fg-ways">
        <QrWay url={url} />
        <PrintWay isCoded={isCoded} onSheet={setSheet} code={code} />
        <section className="fg-way">
          <h3 className="fg-h3">
            <IconMail size={18} stroke={1.75} aria-hidden /> {t('way.mail')}
          </h3>
          <MailForm link={link} />
        </section>
      </div>
      {link.code !== null && (
        <div className="fg-code">
          <Text fw={600}>{t('code.title')}</Text>
          <p className="fg-code-word p-tabular">{link.code}</p>
          <Text size="sm" c="dimmed">
            {t(isCoded ? 'code.text' : 'code.text.sent')}
          </Text>
        </div>
      )}
      {link.code === null && share.secondStep !== 'none' && (
        <Notice tone="info">{t('code.own')}</Notice>
      )}
      {share.secondStep !== 'none' && <OwnCode shareRow={share.id} />}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {ui('close')}
        </Button>
      </Group>
      {sheet !== null &&
        createPortal(<PrintSheet link={link} url={url} sheet={sheet} />, document.body)}
    </div>
  );
}

function PrintWay({
  isCoded,
  onSheet,
  code,
}: {
  isCoded: boolean;
  onSheet: (sheet: Sheet) => void;
  code: string | null;
}) {
  const t = useShareTexts();
  return (
    <section className="fg-way">
      <h3 className="fg-h3">
        <IconPrinter size={18} stroke={1.75} aria-hidden /> {t('way.print')}
      </h3>
      <Text size="sm" c="dimmed">
        {t(isCoded ? 'way.print.text' : 'way.print.form')}
      </Text>
      <div className="fg-way-acts">
        <Button fullWidth variant="default" onClick={() => onSheet('letter')}>
          {t('way.print.letter')}
        </Button>
        {code !== null && (
          <Button fullWidth variant="default" onClick={() => onSheet('code')}>
            {t('way.print.code')}
          </Button>
        )}
      </div>
    </section>
  );
}

function QrWay({ url }: { url: string }) {
  const t = useShareTexts();
  return (
    <section className="fg-way">
      <h3 className="fg-h3">
        <IconQrcode size={18} stroke={1.75} aria-hidden /> {t('way.qr')}
      </h3>
      <div className="fg-qr">
        <QrPicture text={url} label={t('shown.qr')} />
      </div>
      <Text size="sm" c="dimmed">
        {t('way.qr.text')}
      </Text>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            fullWidth
            variant="default"
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={copy}
          >
            {t(copied ? 'shown.copied' : 'shown.copy')}
          </Button>
        )}
      </CopyButton>
    </section>
  );
}

/** R4: for patients who lost the code or want a separate one. */
function OwnCode({ shareRow }: { shareRow: string }) {
  const t = useShareTexts(),
    language = useLanguage(),
    { isBusy, failed, run } = useSubmit(),
    [made, setMade] = useState<ResetLink | null>(null);
  const url = made && (made.url ?? `${location.origin}${made.path}`);
  return (
    <div className="fg-own">
      {made && url !== null ? (
        <>
          <div className="fg-own-qr">
            <QrPicture text={url} label={t('reset.qr')} />
          </div>
          <div className="fg-way-acts">
            <Text size="sm">{t('reset.text', { at: showInstant(made.until, language) })}</Text>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
                  onClick={copy}
                >
                  {t(copied ? 'shown.copied' : 'shown.copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        </>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void run(async () => setMade(await makeResetLink(shareRow)))}
        >
          {t('reset.go')}
        </Button>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
    </div>
  );
}

function MailForm({ link }: { link: ShareLink }) {
  const t = useShareTexts(),
    { isBusy, failed, run, clear } = useSubmit(),
    { share } = link;
  const who = useQuery({
    queryKey: ['patient', share.patid],
    queryFn: () => getPatient(share.patid),
    refetchOnWindowFocus: false,
  });
  const [id, setId] = useState(() => uuidv7()),
    [typed, setTyped] = useState<string | null>(null),
    [sentTo, setSent] = useState(''),
    [isTried, setTried] = useState(false);
  const to = (typed ?? who.data?.email ?? '').trim(),
    isRight = isEmail(to);
  const send = async (): Promise<void> => {
    setTried(true);
    if (!isRight) return;
    await run(async () => {
      await mailShare(share.id, { id, to, language: share.language === 'de' ? 'de' : 'en' });
      setSent(to);
      setId(uuidv7());
    });
  };
  return (
    <form
      className="fg-mail"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Text size="sm" c="dimmed">
        {t(share.kind === 'write' ? 'way.mail.form' : 'way.mail.text')}
      </Text>
      <TextInput
        type="email"
        label={t('mail.to')}
        autoComplete="off"
        maxLength={254}
        value={typed ?? who.data?.email ?? ''}
        error={isTried && !isRight ? t('mail.wrong') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setSent('');
          clear();
        }}
      />
      <Button fullWidth type="submit" variant="default" loading={isBusy} disabled={sentTo !== ''}>
        {t('mail.go')}
      </Button>
      {sentTo !== '' && (
        <Notice tone="ok" role="status">
          {t('mail.sent', { to: sentTo })}
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} words={{ email: to }} />}
    </form>
  );
}

/**
 * Printed instead of the page: the letter, or the code alone for patients who get the link by mail.
 */
function PrintSheet({ link, url, sheet }: { link: ShareLink; url: string; sheet: Sheet }) {
  const t = useShareTexts(),
    language = useLanguage(),
    { praxisName } = useSession(),
    { share } = link,
    isCoded = share.secondStep === 'code',
    code = isCoded ? link.code : null;
  return (
    <div className="fg-print" aria-hidden>
      <p className="fg-print-praxis">{praxisName}</p>
      <p className="fg-print-title">
        {t(sheet === 'code' ? 'sheet.code' : share.kind === 'write' ? 'sheet.form' : 'sheet.title')}
      </p>
      {sheet === 'letter' && (
        <>
          <p>{t(isCoded ? 'sheet.text' : 'sheet.form.text')}</p>
          <QrPicture text={url} label={t('shown.qr')} />
          <p className="fg-print-url">{url}</p>
        </>
      )}
      {sheet === 'code' && <p>{t('sheet.code.text')}</p>}
      {code !== null && (
        <>
          <p>{t('sheet.code.is')}</p>
          <p className="fg-print-code">{code}</p>
        </>
      )}
      <p>{t('sheet.until', { at: showInstant(share.expiresAt, language) })}</p>
      <p className="fg-print-small">{t('sheet.help')}</p>
    </div>
  );
}
