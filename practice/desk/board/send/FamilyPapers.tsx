// A Mappe of several people: common papers, then person by person the papers and the accompanying
// adults.

import { Title } from '@mantine/core';
import { dayText } from '../../../../shared/base/dates.ts';
import { useBoardTexts } from '../board-texts.ts';
import { papersFor, papersForAll, type FamilyPerson } from './family-rules.ts';
import { usePrivacy } from '../privacy.tsx';
import { SendItems } from './SendItems.tsx';
import { SendSigners } from './SendSigners.tsx';
import {
  templateKeyOf,
  type Missing,
  type SendForm,
  type SendItem,
  type Template,
} from './send-rules.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { endOfId } from './element-ids.ts';

interface Props {
  people: readonly FamilyPerson[];
  templates: readonly Template[];
  form: SendForm;
  onChange: (part: Partial<SendForm>) => void;
  missing: readonly Missing[];
  today: string;
}

export function FamilyPapers({ people, templates, form, onChange, missing, today }: Props) {
  const language = useLanguage();
  const t = useBoardTexts(),
    privacy = usePrivacy(),
    forAll = papersForAll(templates),
    adult = people[0];
  const ofOthers = (patid: string | undefined): SendItem[] =>
    form.items.filter((one) => one.patid !== patid);
  return (
    <>
      {forAll.length > 0 && (
        <SendItems
          owner={{ title: t('send.family.all') }}
          templates={forAll}
          items={form.items.filter((one) => one.patid === undefined)}
          onChange={(items) => onChange({ items: [...items, ...ofOthers(undefined)] })}
          missing={missing}
        />
      )}
      {people.map((person) => {
        const { patid } = person,
          items = form.items.filter((one) => one.patid === patid),
          chosen = templates.filter((one) => items.some((item) => item.key === templateKeyOf(one)));
        return (
          <section
            key={patid}
            className="e-family-one"
            aria-labelledby={`send-person${endOfId(patid)}`}
          >
            <Title order={3} id={`send-person${endOfId(patid)}`}>
              {privacy.name(person.name)}{' '}
              {!privacy.isPrivate && (
                <span className="p-muted p-tabular">*{dayText(person.geburtsdatum, language)}</span>
              )}
            </Title>
            <SendItems
              owner={{ patid, title: t('send.items') }}
              templates={papersFor(templates, person.geburtsdatum, today)}
              items={items}
              onChange={(own) => onChange({ items: [...ofOthers(patid), ...own] })}
              missing={missing}
            />
            {chosen.some((one) => one.signerRoles.length > 0) && (
              <SendSigners
                person={person}
                {...(adult && adult.patid !== patid && { adult })}
                isFamily
                templates={chosen}
                signers={form.signers.filter((one) => one.patid === patid)}
                onChange={(own) =>
                  onChange({
                    signers: [...form.signers.filter((one) => one.patid !== patid), ...own],
                  })
                }
                missing={missing}
              />
            )}
          </section>
        );
      })}
    </>
  );
}
