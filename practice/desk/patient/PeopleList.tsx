// Rows of people that lead to their pages: who it is, the number, the telephone and the next
// appointment. Arrow keys move between rows, Ctrl+Enter sends a folder.

import { Badge } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useToday } from '../../ui/wording/now.ts';
import { usePatientTexts } from './patient-texts.ts';
import type { RecentPerson } from './recent.ts';

/** A hit of the search, or a person opened before, of whom less is known. */
type Person = RecentPerson & Partial<FoundPatient>;

/** Moves the focus between rows by arrow keys; from the first one back to the search. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLElement>('.ps-rows a')],
    next = all.indexOf(event.currentTarget) + step;
  (next < 0 ? document.querySelector<HTMLElement>('input[type=search]') : all[next])?.focus();
}

export function PeopleList({ title, people }: { title: string; people: readonly Person[] }) {
  const t = usePatientTexts(),
    navigate = useNavigate();
  return (
    <section className="ps-found">
      <h2>{title}</h2>
      <ul className="p-card ps-rows">
        {people.map((one) => (
          <li key={one.patid}>
            <Link
              to={`/patient/${numberInPath(one.patid)}`}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) {
                  moveFocus(event);
                  return;
                }
                event.preventDefault();
                void navigate('/empfang', { state: { send: one.patid } });
              }}
            >
              <PersonWords person={one} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="p-muted p-small ps-keys">{t('find.keys')}</p>
    </section>
  );
}

function PersonWords({ person }: { person: Person }) {
  const t = usePatientTexts(),
    language = useLanguage(),
    { patid, name, geburtsdatum, city, telefon, sameName, herkunft } = person;
  return (
    <>
      <span className="ps-name">
        <strong>{name}</strong>
        {sameName === true && (
          <Badge color="warn" variant="light" tt="none">
            {t('find.same')}
          </Badge>
        )}
        {herkunft === 'hand' && (
          <Badge color="info" variant="light" tt="none">
            {t('find.hand')}
          </Badge>
        )}
      </span>
      <span className="p-tabular ps-fact">*{dayText(geburtsdatum, language)}</span>
      <span className="p-tabular p-muted ps-fact">{t('number', { patid })}</span>
      <span className="p-tabular p-muted ps-fact">{telefon}</span>
      <span className="p-muted">{city}</span>
      {herkunft !== undefined && <NextVisit visit={person.nextVisit} />}
    </>
  );
}

function NextVisit({ visit }: { visit: FoundPatient['nextVisit'] }) {
  const t = usePatientTexts(),
    language = useLanguage(),
    today = useToday();
  if (visit === undefined) return <span className="p-muted ps-fact">{t('find.visit.none')}</span>;
  return (
    <span className="p-tabular ps-fact">
      {visit.day === today
        ? t('find.visit.today', { time: visit.time })
        : t('find.visit', { day: dayText(visit.day, language), time: visit.time })}
    </span>
  );
}
