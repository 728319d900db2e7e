// One person of the list: appointment, unsigned papers, and the next action for each of them.

import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDeviceMobile,
  IconDeviceTablet,
  IconFileText,
  IconHelpCircle,
  IconHourglass,
  IconMessages,
  IconPhone,
  IconPlayerPause,
  IconPrinter,
  IconSend,
  IconSignature,
  type IconProps,
} from '@tabler/icons-react';
import { Suspense, type ComponentType } from 'react';
import { Link } from 'react-router';
import type { FollowUp } from '../../../shared/desk/follow-up.schema.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import type { MissingPaper, MissingVisit } from '../../../shared/papers/papers.schema.ts';
import { callR4c } from '../../api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { Tick } from '../../ui/lists/Tick.tsx';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { openPdf } from '../../ui/pdf.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { usePapersTexts, type PapersKey } from './papers-texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Calls and notes about a person; a part of another area, passed in by app/. */
export type CallsPart = ComponentType<
  FollowUp & {
    patid: string;
    fresh: () => Promise<void>;
    /** The field of a new note gets the focus, once. */
    isNoting: boolean;
    onNoting: () => void;
  }
>;
interface Look {
  word: PapersKey;
  tone: Tone;
  icon: ComponentType<IconProps>;
}
const ATTENTION: Look = { word: 'state.attention', tone: 'bad', icon: IconAlertTriangle };
/** States with a text in this list; any other one needs a look by staff. */
const LOOK: Partial<Record<MissingPaper['state'], Look>> = {
  unsent: { word: 'state.unsent', tone: 'off', icon: IconSend },
  created: { word: 'state.created', tone: 'off', icon: IconFileText },
  assigned: { word: 'state.assigned', tone: 'info', icon: IconDeviceTablet },
  started: { word: 'state.started', tone: 'info', icon: IconHourglass },
  interrupted: { word: 'state.interrupted', tone: 'warn', icon: IconPlayerPause },
  talk_pending: { word: 'state.talk_pending', tone: 'info', icon: IconMessages },
  question: { word: 'state.question', tone: 'warn', icon: IconHelpCircle },
  paper: { word: 'state.paper', tone: 'warn', icon: IconPrinter },
  part_signed: { word: 'state.part_signed', tone: 'info', icon: IconSignature },
};

export function MissingVisitRow({
  visit,
  day,
  isChosen,
  onChoose,
  Calls,
  isOpen,
  isNoting,
  onNoting,
  onOpen,
  onChanged,
}: {
  visit: MissingVisit;
  /** The day in words, where the list is not grouped by day. */
  day: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  Calls: CallsPart;
  /** Its calls and notes are shown. */
  isOpen: boolean;
  /** A new note was asked for. */
  isNoting: boolean;
  onNoting: () => void;
  onOpen: () => void;
  onChanged: () => Promise<void>;
}) {
  const language = useLanguage();
  const t = usePapersTexts(),
    isUnsent = visit.papers.some((one) => one.state === 'unsent');
  return (
    <li className="p-card pa-visit" data-row tabIndex={-1}>
      <div className="pa-who">
        <Tick label={t('choose', { name: visit.name })} checked={isChosen} onChange={onChoose} />
        <span className="pa-time p-tabular">{visit.time}</span>
        <div>
          <span>
            <Link className="pa-name" data-whole to={`/patient/${numberInPath(visit.patid)}`}>
              {visit.name}
            </Link>{' '}
            <span className="p-muted p-tabular">{`*${dayText(visit.geburtsdatum, language)}`}</span>{' '}
            <PhoneLink number={visit.telefon} />
          </span>
          <span className="p-small p-muted">
            {[day ?? '', visit.art, visit.behandler, visit.zimmer]
              .filter((one) => one !== '')
              .join(' · ')}
          </span>
          <NextStep visit={visit} />
        </div>
        <CallButton visit={visit} isOpen={isOpen} onOpen={onOpen} />
        {isUnsent && (
          <Button
            className="p-noprint"
            size="xs"
            data-default
            component={Link}
            to="/empfang"
            state={{ send: visit.patid }}
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            aria-label={t('act.sendOf', { name: visit.name })}
          >
            {t('act.send')}
          </Button>
        )}
      </div>
      <ul className="pa-papers">
        {visit.papers.map((one) => (
          <PaperLine
            key={one.taskId ?? one.agreementId ?? one.template}
            paper={one}
            patid={visit.patid}
            name={visit.name}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {isOpen && (
        <div className="pa-calls p-noprint">
          <Suspense fallback={<Loading />}>
            <Calls
              patid={visit.patid}
              schritt={visit.schritt}
              notizen={visit.notizen}
              fresh={onChanged}
              isNoting={isNoting}
              onNoting={onNoting}
            />
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** Opens the calls and notes about the person. */
function CallButton({
  visit: { name, notizen },
  isOpen,
  onOpen,
}: {
  visit: MissingVisit;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const t = usePapersTexts(),
    word = notizen.length === 0 ? t('calls') : t('calls.n', { n: notizen.length });
  return (
    <Button
      className="p-noprint"
      size="xs"
      variant="subtle"
      data-call
      data-peek
      aria-expanded={isOpen}
      aria-keyshortcuts="R"
      onClick={onOpen}
      leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
      aria-label={`${word}: ${name}`}
    >
      {word}
    </Button>
  );
}

/** What is to be done next about the person. */
function NextStep({ visit: { schritt } }: { visit: MissingVisit }) {
  const t = usePapersTexts(),
    language = useLanguage();
  if (schritt === null || schritt.istErledigt) return null;
  return (
    <span className="p-small">
      {schritt.bis === null
        ? schritt.text
        : t('step', { text: schritt.text, day: dayText(schritt.bis, language) })}
    </span>
  );
}

/** Returns the addresses of a paper: its own, and the one that ticks it off. */
export function paperPath({ taskId, agreementId }: MissingPaper): { at: string; filed: string } {
  const at =
    agreementId === null
      ? `/tablet/tasks/${encodeURIComponent(taskId ?? '')}`
      : `/papers/agreements/${encodeURIComponent(agreementId)}`;
  return { at, filed: `${at}/${agreementId === null ? 'paper-filed' : 'back'}` };
}

function PaperLine({
  paper,
  patid,
  name,
  onChanged,
}: {
  paper: MissingPaper;
  patid: string;
  name: string;
  onChanged: () => Promise<void>;
}) {
  const t = usePapersTexts(),
    ui = useUiTexts(),
    paperTitle = usePaperTitle(),
    { isBusy, run } = useSubmit();
  const title =
    paper.agreementId === null ? paperTitle(paper.template, paper.title) : t('fee.paper');
  const { at, filed } = paperPath(paper);
  const print = (): void =>
    void run(async () => {
      if (!(await openPdf(`${at}/print`, `${paper.title}.pdf`))) say(ui('popup'));
    }, sayError);
  const back = (): void =>
    void run(async () => {
      await callR4c(filed, {});
      sayWithUndo(t('act.backDone'), async () => {
        await callR4c(`${filed}/undo`, {});
        await onChanged();
      });
    }, sayError).then(onChanged);
  const toPaper = (): void =>
    void run(async () => {
      await callR4c(`${at}/to-paper`, {});
    }, sayError).then(onChanged);
  return (
    <li className="pa-paper">
      <PaperWords paper={paper} title={title} />
      {paper.state === 'part_signed' && (
        <div className="pa-acts p-noprint">
          <Button
            size="xs"
            component={Link}
            to={`/dokumente/freigaben?${new URLSearchParams({ patid, papier: paper.taskId ?? '', neu: '1' })}`}
            leftSection={<IconDeviceMobile size={16} stroke={1.75} aria-hidden />}
            aria-label={t('act.linkOf', { title, name })}
          >
            {t('act.link')}
          </Button>
          <ConfirmButton
            size="xs"
            variant="default"
            aria-label={t('act.toPaperOf', { title, name })}
            question={t('act.toPaperAsk')}
            yes={t('act.toPaper')}
            onYes={toPaper}
          >
            {t('act.toPaper')}
          </ConfirmButton>
        </div>
      )}
      {paper.state === 'paper' && (
        <div className="pa-acts p-noprint">
          <Button
            size="xs"
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            loading={isBusy}
            aria-label={t('act.printOf', { title, name })}
            onClick={print}
          >
            {t('act.print')}
          </Button>
          <ConfirmButton
            size="xs"
            variant="default"
            aria-label={t('act.backOf', { title, name })}
            question={t('act.backAsk')}
            yes={t('act.backYes')}
            onYes={back}
          >
            {t('act.back')}
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

/** State, open signatures and risk of one paper. */
function PaperWords({ paper, title }: { paper: MissingPaper; title: string }) {
  const t = usePapersTexts();
  const language = useLanguage();
  const { word, tone, icon } = LOOK[paper.state] ?? ATTENTION;
  return (
    <div className="pa-words">
      <span className="pa-title">{title}</span>
      <StateWord tone={tone} icon={icon}>
        {t(word)}
      </StateWord>
      {paper.waitsFor.length > 0 && (
        <span className="p-small">
          {paper.waitsSince === null
            ? t('waitsFor', { names: paper.waitsFor.join(', ') })
            : t('waitsSince', {
                names: paper.waitsFor.join(', '),
                day: dayText(berlinDay(paper.waitsSince), language),
              })}
        </span>
      )}
      {paper.riskCents !== null && (
        <span className="pa-risk p-tabular">{t('risk', { euro: euroText(paper.riskCents) })}</span>
      )}
      {paper.isPaper && (
        <span className="p-small p-muted pa-why">
          {t('hand')} ·{' '}
          {t('why', {
            reason: paper.reason[language] ?? paper.reason.de ?? '',
            source: paper.source,
          })}
        </span>
      )}
    </div>
  );
}
