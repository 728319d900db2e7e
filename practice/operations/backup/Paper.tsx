// The recovery sheet in print: one A4 page, black on white, German and English, for readers who
// have never seen Molar.

import type { ReactNode } from 'react';
import type { RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { BackupKey } from './backup-texts.ts';
import deTexts from './texts.de.json';
import enTexts from './texts.en.json';
import { QrPicture } from '../../ui/QrPicture.tsx';
import { useLanguage } from '../../ui/texts.ts';

type PrintedKey = RecoverySheet['recovery'];
/** Both languages are printed: the reader in front of a dead server may know either. */
const textsIn =
  (texts: Record<string, string>) =>
  (key: BackupKey): string =>
    texts[key] ?? key;

const STEPS = ['paper.step1', 'paper.step2', 'paper.step3', 'paper.step4', 'paper.step5'] as const;

export function Paper({ sheet }: { sheet: RecoverySheet }) {
  const language = useLanguage();
  const de = textsIn(deTexts),
    en = textsIn(enTexts);
  const both = (key: BackupKey) => (
    <>
      <span lang="de">{de(key)}</span> · <span lang="en">{en(key)}</span>
    </>
  );
  const escrow = sheet.practices.flatMap(({ name, key }) => (key === null ? [] : [{ name, key }]));
  const elsewhere = sheet.practices.filter((one) => one.elsewhere);
  return (
    <div className="b-paper">
      <header>
        <div>
          <p className="b-paper-title">{both('paper.title')}</p>
          {sheet.practices.map(({ name }) => (
            <p key={name} className="b-paper-praxis">
              {name}
            </p>
          ))}
        </div>
        <dl>
          <div>
            <dt>{both('paper.made')}</dt>
            <dd>{dayText(berlinDay(sheet.createdAt), language)}</dd>
          </div>
          <div>
            <dt>{both('paper.fingerprint')}</dt>
            <dd className="b-mono">{sheet.recovery.fingerprint}</dd>
          </div>
        </dl>
      </header>
      <div className="b-paper-warn">
        <p lang="de">
          <strong>{de('paper.keep')}</strong> {de('paper.warn')}
        </p>
        <p lang="en">
          <strong>{en('paper.keep')}</strong> {en('paper.warn')}
        </p>
      </div>
      <Code printed={sheet.recovery} qrLabel={de('paper.qr.recovery')}>
        <strong lang="de">{de('paper.recovery')}</strong> ·{' '}
        <span lang="en">{en('paper.recovery')}</span>
      </Code>
      {escrow.map(({ name, key }) => (
        <Code key={key.fingerprint} printed={key} qrLabel={de('paper.qr.escrow')}>
          <strong lang="de">{de('paper.escrow')}</strong> ·{' '}
          <span lang="en">{en('paper.escrow')}</span>
          {sheet.practices.length > 1 && <> · {name}</>}
        </Code>
      ))}
      {elsewhere.map(({ name }) => (
        <p key={name} className="b-elsewhere">
          <span lang="de">{de('paper.elsewhere')}</span> ·{' '}
          <span lang="en">{en('paper.elsewhere')}</span>
          {sheet.practices.length > 1 && <> · {name}</>}
        </p>
      ))}
      <div className="b-paper-steps">
        {(
          [
            ['de', de],
            ['en', en],
          ] as const
        ).map(([language, t]) => (
          <div key={language} lang={language}>
            <p>
              <strong>{t('paper.how')}</strong>
            </p>
            <ol>
              {STEPS.map((step) => (
                <li key={step}>{t(step)}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p className="b-command b-mono">{sheet.command}</p>
      <footer>
        <p>{both('paper.keptAt')}</p>
        <p>{both('paper.signed')}</p>
      </footer>
    </div>
  );
}

function Code({
  printed,
  qrLabel,
  children,
}: {
  printed: PrintedKey;
  qrLabel: string;
  children: ReactNode;
}) {
  return (
    <section className="b-code">
      <QrPicture text={printed.qr} label={qrLabel} />
      <div>
        <p>{children}</p>
        <ol className="b-groups b-mono">
          {printed.groups.map((group, at) => (
            <li key={at} data-at={at + 1}>
              {group}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
