// The entries as a table; on a phone each becomes a card with labels.

import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AuditItem } from '../../../shared/operations/audit.schema.ts';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { whatOf, whoOf } from './entry-words.ts';
import { useAuditTexts } from './audit-texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function EntryTable({
  items,
  hasPatient,
}: {
  items: readonly AuditItem[];
  hasPatient: boolean;
}) {
  const t = useAuditTexts(),
    language = useLanguage(),
    drawn = useDrawn(items);
  return (
    <table className="a-list p-long">
      <thead>
        <tr>
          <th scope="col">{t('col.at')}</th>
          <th scope="col">{t('col.what')}</th>
          <th scope="col">{t('col.who')}</th>
          {hasPatient && <th scope="col">{t('col.patient')}</th>}
          <th scope="col">{t('col.result')}</th>
        </tr>
      </thead>
      <tbody aria-busy={drawn.length < items.length}>
        {drawn.map((item) => (
          <tr key={item.seq}>
            <td className="p-tabular p-muted">{showInstant(item.at, language)}</td>
            <td>
              <strong>{whatOf(item, language)}</strong>
            </td>
            <td>
              <span className="a-word">{t('col.who')}: </span>
              {whoOf(item, t)}
            </td>
            {hasPatient && (
              <td>
                {item.patid !== null && (
                  <>
                    <span className="a-word">{t('col.patient')}: </span>
                    <Link
                      className="a-link"
                      to={`/protokoll/akte/${numberInPath(item.patid)}`}
                      title={t('report')}
                    >
                      {item.patient || item.patid}
                    </Link>
                  </>
                )}
              </td>
            )}
            <td>
              {item.result === 'refused' && (
                <StateWord tone="bad" icon={IconBan}>
                  {t('result.refused')}
                </StateWord>
              )}
              {item.result === 'alarm' && (
                <StateWord tone="warn" icon={IconAlertTriangle}>
                  {t('result.alarm')}
                </StateWord>
              )}
              {item.result === 'done' && <span className="p-muted">{t('result.done')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
