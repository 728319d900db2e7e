// Accepted changes that have to be entered into the practice software by hand: ticked off line by
// line.

import { Checkbox } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { TakenEntry } from '../../../shared/desk/master-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { useChangeActs } from './use-changes.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';

export function TakenChanges({
  patid,
  name,
  changes,
}: Pick<TakenEntry, 'patid' | 'name' | 'changes'>) {
  const t = useMasterDataTexts(),
    nameOf = useFieldNames(),
    language = useLanguage(),
    acts = useChangeActs(patid),
    { failed, run } = useSubmit();
  return (
    <>
      <ul className="sd-list">
        {changes.map((one) => (
          <li key={one.id} className="sd-change" data-noted={one.notedAt !== null}>
            <Checkbox
              checked={one.notedAt !== null}
              onChange={(event) => {
                const isOn = event.currentTarget.checked;
                void run(() => acts.note(one.id, isOn));
              }}
              aria-label={t('taken.notedOf', { field: nameOf(one.field), name })}
              classNames={{ root: 'sd-tick' }}
            />
            <div className="sd-what">
              <span className="sd-field">{nameOf(one.field)}</span>
              <span className="sd-values">
                <del data-empty={one.before === ''}>
                  {valueText(t, one.field, one.before, language)}
                </del>
                <IconArrowRight
                  size={16}
                  stroke={1.75}
                  aria-label={t('becomes')}
                  className="sd-arrow"
                />
                <ins data-empty={one.after === ''}>
                  {valueText(t, one.field, one.after, language)}
                </ins>
              </span>
              <span className="p-muted sd-said">
                {t('taken.at', { at: showInstant(one.decidedAt, language) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </>
  );
}
