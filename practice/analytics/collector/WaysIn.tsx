// The import paths for data of the practice software.

import { Code } from '@mantine/core';
import { Link } from 'react-router';
import { useDataTexts } from './collector-texts.ts';

export function WaysIn() {
  const t = useDataTexts();
  return (
    <ol className="dt-in">
      <li>
        <strong>{t('in.screen')}</strong>
        <p>
          {t('in.screen.text')}{' '}
          <Link className="dt-link" to="/daten/einlesen">
            {t('in.screen.go')}
          </Link>
        </p>
      </li>
      <li>
        <strong>{t('in.files.name')}</strong>
        <p>{t('in.files.text')}</p>
        <Code>npm run import -- ORDNER</Code>
      </li>
      <li>
        <strong>{t('in.program')}</strong>
        <p>
          {t('in.program.text')}{' '}
          <Link className="dt-link" to="/zugaenge">
            {t('in.program.go')}
          </Link>
        </p>
      </li>
      <li>
        <strong>{t('in.demo')}</strong>
        <p>{t('in.demo.text')}</p>
        <Code>npm run demo:data</Code>
      </li>
    </ol>
  );
}
