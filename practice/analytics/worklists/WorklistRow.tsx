// One line of a work list: the person, why it needs attention, since when, and the next step.

import { IconCheck, IconChevronRight, IconNote } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Label, WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { RowButton } from '../../ui/lists/RowButton.tsx';
import { Tick } from '../../ui/lists/Tick.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useListTexts, type ListKey, type ListTexts } from './worklists-texts.ts';
import type { Line } from './worklists-calls.ts';
import { REASON_LOOK, lineWord, money } from './line-words.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

interface Props {
  kind: WorklistKind;
  line: Line;
  labels: readonly Label[];
  team: ReadonlyMap<string, string>;
  /** `YYYY-MM-DD`. */
  today: string;
  isChosen: boolean;
  isOpen: boolean;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
  /** The row has got the focus: while a line is open, the focused one takes its place. */
  onFollow: (id: string) => void;
}

/** Rendered again only where its own line changes: a list may have hundreds of them. */
export const WorklistRow = memo(function WorklistRow({
  kind,
  line,
  labels,
  team,
  today,
  isChosen,
  isOpen,
  onChoose,
  onOpen,
  onFollow,
}: Props) {
  const t = useListTexts(),
    language = useLanguage();
  return (
    <tr
      data-open={isOpen}
      data-chosen={isChosen}
      data-row
      tabIndex={-1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFollow(line.id);
      }}
    >
      <td className="p-noprint al-check">
        <Tick
          label={t('choose', { name: line.name })}
          checked={isChosen}
          onChange={() => onChoose(line.id)}
        />
      </td>
      <td>
        <Link className="al-name" data-whole to={`/patient/${numberInPath(line.patid)}`}>
          {line.name === '' ? t('unknown', { patid: line.patid }) : line.name}
        </Link>
        {line.geburtsdatum !== null && (
          <span className="p-small p-muted p-tabular">
            *{formatDay(line.geburtsdatum, language)}
          </span>
        )}
      </td>
      <td>
        <PhoneLink number={line.telefon} />
      </td>
      <ReasonCell kind={kind} line={line} today={today} />
      <SubjectCell kind={kind} line={line} />
      {kind !== 'recall' && <SumCell line={line} />}
      <NextCell line={line} labels={labels} team={team} />
      <td className="p-noprint al-go">
        <RowButton
          onClick={() => onOpen(line.id)}
          data-default
          // The call is noted in the panel of the line, with one more key.
          data-call
          aria-label={t('open', { name: line.name })}
        >
          {line.notizen > 0 && <IconNote size={16} stroke={1.75} aria-hidden />}
          {line.notizen > 0 ? t('notes.n', { n: line.notizen }) : t('open.short')}
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </RowButton>
      </td>
    </tr>
  );
});

type CellProps = Pick<Props, 'kind' | 'line'>;
/** Why the line needs attention, and since or until when. */
function ReasonCell({ kind, line, today }: CellProps & Pick<Props, 'today'>) {
  const t = useListTexts(),
    language = useLanguage(),
    look = line.grund === null ? undefined : REASON_LOOK[line.grund];
  return (
    <td>
      {look ? (
        <StateWord tone={look.tone} icon={look.icon}>
          {t(`grund.${line.grund}` as ListKey)}
        </StateWord>
      ) : (
        <span className="p-muted">{t('grund.none')}</span>
      )}
      {line.tag !== null && (
        <span className="p-small p-muted p-tabular">
          {joined(
            t(whenWord(kind, line, today), { day: formatDay(line.tag, language) }),
            line.frist === null || line.frist === line.tag
              ? null
              : t('deadline', { day: formatDay(line.frist, language) }),
            ...line.auch.map((one) => t(`grund.${one}` as ListKey)),
          )}
        </span>
      )}
    </td>
  );
}

function SubjectCell({ kind, line }: CellProps) {
  const t = useListTexts();
  return (
    <td>
      <span>{whatOf(t, kind, line)}</span>
      <span className="p-small p-muted">
        {kind === 'recall'
          ? t(line.darf === null ? 'may.unknown' : line.darf ? 'may.yes' : 'may.no')
          : joined(
              kind === 'par' && line.station !== null
                ? t(`station.${line.station}` as ListKey)
                : line.status === null
                  ? null
                  : lineWord(t, kind, 'status', line.status),
              line.behandler,
            )}
      </span>
    </td>
  );
}

/** The sum and the own share. */
function SumCell({ line }: Pick<Props, 'line'>) {
  const t = useListTexts(),
    language = useLanguage();
  return (
    <td className="al-num p-tabular">
      <span>{line.gesamt === null ? '' : money(line.gesamt, language)}</span>
      {line.eigenanteil !== null && (
        <span className="p-small p-muted">
          {t('own', { sum: money(line.eigenanteil, language) })}
        </span>
      )}
    </td>
  );
}

/** The next step with its day, its person and the labels. */
function NextCell({ line, labels, team }: Pick<Props, 'line' | 'labels' | 'team'>) {
  const t = useListTexts(),
    language = useLanguage(),
    own = labels.filter((one) => line.labels.includes(one.id));
  return (
    <td>
      {line.schritt !== null && (
        <span className="al-step" data-done={line.istErledigt}>
          {line.istErledigt && <IconCheck size={14} stroke={2} aria-label={t('done')} />}
          {line.schritt}
        </span>
      )}
      <span className="p-small p-muted">
        {[
          line.bis === null ? null : t('step.until', { day: formatDay(line.bis, language) }),
          line.wer === null ? null : (team.get(line.wer) ?? null),
        ]
          .filter((one) => one !== null)
          .join(' · ')}
      </span>
      {own.length > 0 && (
        <span className="al-labels">
          {own.map((one) => (
            <span key={one.id} className="p-label" data-color={one.color}>
              {one.name}
            </span>
          ))}
        </span>
      )}
    </td>
  );
}

const joined = (...parts: (string | null)[]): string =>
  parts.filter((one) => one !== null && one !== '').join(' · ');
/** Approvals and periods end on a day; some steps of perio cases are due later only. */
const whenWord = (kind: WorklistKind, { grund, tag }: Line, today: string): ListKey =>
  grund === 'laeuft_ab' || grund === 'upt_endet'
    ? 'until'
    : kind === 'recall'
      ? 'due'
      : kind === 'par' && tag !== null && tag > today
        ? 'dueOn'
        : 'since';
/** Returns the subject of a line: a plan, the stage of a perio case, a kind of recall. */
export function whatOf(t: ListTexts, kind: WorklistKind, line: Line): string {
  if (kind === 'hkp') return joined(lineWord(t, kind, 'art', line.art), line.bezeichnung);
  if (kind === 'recall') return lineWord(t, kind, 'art', line.art);
  return joined(
    line.grad === null ? t('case.gradeUnknown') : t('case.grade', { grad: line.grad }),
    line.upt === 0
      ? t('case.uptNone')
      : line.uptMost === null
        ? `UPT ${line.upt}`
        : t('case.upt', { n: line.upt, most: line.uptMost }),
  );
}
