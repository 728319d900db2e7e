// The readable protocol of a signed paper as a regular document: who signed, how identified, what
// was read in which language, times, device, conversation, changes, seal. Facts that were not
// recorded are named as such.

import type { ProofLevel } from '../../../../shared/papers/seal/proof-level.ts';
import type { Block, DocumentData, LocalText } from '../../../../shared/desk/document.ts';
import { templateKey } from '../../../../shared/desk/document.ts';
import type { SignerRole } from '../../../../shared/desk/mappe.ts';
import type { Reading } from '../../../../shared/papers/reading.ts';
import type { PaperStanding } from '../../../../shared/papers/verify.ts';
import { printedInstant } from '../../../paper/pdf/page.ts';
import { roleLabel } from '../../../paper/pdf/labels.ts';
import type { Evidence, EvidencePart, EvidenceSigner } from '../../../paper/seal/evidence-file.ts';
import { languageNames, speechOf, type ProtocolKey, type Speech } from './protocol-words.ts';

export interface ProtocolFacts {
  /** Id of this page. */
  readonly id: string;
  /** The paper as it was filled for signing. */
  readonly paper: DocumentData;
  /** `null` if the paper has none that is readable. */
  readonly evidence: Evidence | null;
  readonly envelopeId: string;
  /** Signers of the envelope, for papers without evidence. */
  readonly signers: readonly { readonly role: SignerRole; readonly name: string }[];
  readonly signedAt: number;
  readonly receivedAt: number;
  readonly sealedAt: number | null;
  readonly level: 'none' | ProofLevel;
  readonly paperSha256: string;
  readonly standing: PaperStanding | null;
  /** Name of a member of the practice by id. */
  readonly nameOf: (userId: string) => string | undefined;
  /** User who made the page, and when (UTC ms). */
  readonly madeBy: string;
  readonly at: number;
}

/** How staff identified a patient. */
const IDENTIFIED = {
  gesundheitskarte: 'card',
  ausweis: 'passport',
  bekannt: 'known',
} as const satisfies Record<string, ProtocolKey>;

interface Page extends ProtocolFacts {
  readonly speech: Speech;
  /** An instant in the zone of the paper. */
  readonly when: (at: number) => LocalText;
}

const list = (items: readonly LocalText[]): Block[] => [{ type: 'ul', items }];
const seconds = (ms: number): string => (ms / 1000).toFixed(1).replace('.', ',');
const readingsOf = (evidence: Evidence): readonly Reading[] =>
  evidence.parts?.map((part) => part.reading as Reading) ?? [evidence.reading as Reading];

/** Returns the language of the patient: the wanted one, else the last one that was read. */
export function languageOfPaper(paper: DocumentData, evidence: Evidence | null): string {
  const readings = evidence === null ? [] : readingsOf(evidence);
  const wanted = readings.flatMap((one) => one.instead?.wanted ?? []),
    parts = evidence?.parts?.map((one) => one.language) ?? [],
    read = readings.flatMap((one) => one.languages ?? []).reverse();
  const known = [...wanted, ...parts, ...read, ...paper.languages].filter((one) => one !== 'de');
  return known[0] ?? 'de';
}

function paperFacts({ speech, paper, evidence, envelopeId, paperSha256 }: Page): LocalText[] {
  const { fact } = speech;
  return [
    fact('name', paper.title),
    fact('template', templateKey(paper.template)),
    fact('id', envelopeId),
    fact('sha', paperSha256),
    fact('shownSha', evidence?.document.presentedPdfSha256 ?? speech.say('unknown')),
    fact('pages', evidence?.document.pages ?? speech.say('unknown')),
  ];
}

function inkFacts({ speech }: Page, { ink }: EvidenceSigner): LocalText[] {
  if (ink === null) return [];
  const { strokes, points, durationMs, pointFileSha256 } = ink;
  return [
    speech.say('ink', { strokes, points, seconds: seconds(durationMs) }),
    speech.fact('pointSha', pointFileSha256),
  ];
}

function signerFacts(page: Page): LocalText[] {
  const { speech, evidence, paper } = page;
  const named = (role: SignerRole, name: string, rest: readonly LocalText[]): LocalText =>
    speech.join([
      speech.join([roleLabel(role, paper.patient.gender), { de: name }], ': '),
      ...rest,
    ]);
  if (evidence === null)
    return page.signers.map((one) => named(one.role, one.name, [speech.say('unknown')]));
  return evidence.signers.flatMap((one) => [
    named(one.role, one.name, [
      ...(one.capacity === null || one.capacity === '' ? [] : [{ de: one.capacity }]),
      speech.say(one.how, { name: one.witness ?? '' }),
    ]),
    ...inkFacts(page, one),
  ]);
}

function identityOf(
  { speech, when, nameOf }: Page,
  one: Evidence['identification'] | EvidencePart['identification'],
): LocalText {
  if (one === null) return speech.say('unknown');
  if ('by' in one && one.by === 'link') return speech.say('link');
  return speech.join([
    speech.say(IDENTIFIED[one.method]),
    speech.say('by', { name: nameOf(one.userId) ?? one.userId, time: when(one.at) }),
  ]);
}

const identityFacts = (page: Page): LocalText[] =>
  page.evidence?.parts?.map((one) => identityOf(page, one.identification)) ?? [
    identityOf(page, page.evidence?.identification ?? null),
  ];

function insteadOf({ speech }: Page, { instead }: Reading): LocalText[] {
  if (instead === undefined || instead.wanted === instead.shown) return [];
  const wanted = languageNames([instead.wanted]);
  return [
    instead.by === 'self'
      ? speech.say('insteadSelf', { wanted, shown: languageNames([instead.shown]) })
      : speech.say('insteadHelp', { wanted, name: instead.name ?? speech.say('companion') }),
  ];
}

function readingFacts(page: Page): LocalText[] {
  const { speech, evidence } = page;
  if (evidence === null) return [speech.say('unknown')];
  const { fact, say } = speech;
  return [
    fact('printed', languageNames(evidence.document.printed?.languages ?? page.paper.languages)),
    ...readingsOf(evidence).flatMap((one) => [
      fact(
        'screen',
        one.languages && one.languages.length > 0
          ? languageNames(one.languages)
          : languageNames(evidence.document.languages),
      ),
      ...insteadOf(page, one),
      say('sections', { count: one.sections.length }),
      say(one.reachedEnd ? 'endYes' : 'endNo'),
      say('duration', {
        seconds: seconds(one.sections.reduce((sum, part) => sum + part.visibleMs, 0)),
      }),
      say('size', { percent: percentOf(one.fontScale) }),
    ]),
  ];
}
/** Earlier tablets sent the scale as a factor, later ones in percent. */
const percentOf = (scale: number): number => Math.round(scale <= 10 ? scale * 100 : scale);

function declarationFacts({ speech, evidence, paper, when }: Page): LocalText[] {
  return paper.declarations.map((one) => {
    const given = evidence?.declarations.find((answer) => answer.id === one.id);
    const answer =
      given === undefined || given.at === null
        ? speech.say(evidence === null ? 'unknown' : 'open')
        : speech.join([speech.say(given.value ? 'yes' : 'no'), when(given.at)]);
    return speech.join([one.text, answer], ' · ');
  });
}

function talkFacts({ speech, evidence, when }: Page): LocalText[] {
  if (evidence === null) return [speech.say('unknown')];
  const { conversation } = evidence;
  return [
    conversation === null
      ? speech.say('talkNone')
      : speech.say('talk', { name: conversation.behandler, time: when(conversation.at) }),
  ];
}

function deviceFacts({ speech, evidence }: Page): LocalText[] {
  if (evidence === null) return [speech.say('unknown')];
  const devices = evidence.parts?.map((one) => one.device) ?? [evidence.device];
  return devices.flatMap((one) => [
    speech.fact('device', one.tabletId),
    speech.fact('app', one.appVersion),
    ...(one.userAgent === '' ? [] : [speech.fact('display', `${one.screen}, ${one.userAgent}`)]),
    speech.say(one.wasOnline ? 'online' : 'offline'),
    speech.say('clock', { seconds: seconds(Math.abs(one.clockOffsetMs)) }),
  ]);
}

function timeFacts({ speech, when, ...facts }: Page): LocalText[] {
  const times = facts.evidence?.times;
  const known = (at: number | null | undefined): LocalText =>
    at === null || at === undefined ? speech.say('unknown') : when(at);
  return [
    speech.fact('created', known(times?.createdAt ?? facts.paper.createdAt)),
    speech.fact('shown', known(times?.presentedAt)),
    speech.fact('signed', known(times?.signedAt ?? facts.signedAt)),
    speech.fact('received', known(times?.receivedAt ?? facts.receivedAt)),
    speech.fact('sealed', known(times?.sealedAt ?? facts.sealedAt)),
    speech.fact('zone', facts.paper.zone),
  ];
}

function sealFacts({ speech, evidence, level }: Page): LocalText[] {
  return [
    speech.say(level === 'none' || level === 'B-B' ? 'levelBB' : 'levelBT', { level }),
    speech.fact('certificate', evidence?.seal.serialNumber ?? speech.say('unknown')),
    speech.fact('audit', evidence?.seal.auditSeq ?? speech.say('unknown')),
  ];
}

function laterFacts({ speech, standing, when, at }: Page): LocalText[] {
  const words = {
    voided: 'voided',
    withdrawn: 'withdrawn',
    replaced: 'replaced',
    partly_withdrawn: 'partly',
  } as const satisfies Partial<Record<PaperStanding['state'], ProtocolKey>>;
  const happened =
    standing === null || standing.state === 'holds'
      ? speech.say('afterNone')
      : speech.say(words[standing.state], {
          time: standing.at === null ? speech.say('unknown') : when(standing.at),
        });
  return [happened, speech.say('asOf', { time: when(at) })];
}

/** Builds the page, in German and the language of the patient. */
export function protocolDocument(facts: ProtocolFacts): DocumentData {
  const { paper, evidence, at } = facts;
  const speech = speechOf(languageOfPaper(paper, evidence));
  const when = (instant: number): LocalText => {
    const german = printedInstant(instant, paper.zone);
    return {
      de: german,
      ...Object.fromEntries(
        speech.languages.slice(1).map((one) => [one, german.replace(/ Uhr$/, '')]),
      ),
    };
  };
  const page: Page = { ...facts, speech, when };
  const section = (id: string, heading: ProtocolKey, body: readonly Block[]) => ({
    id,
    heading: speech.say(heading),
    body,
  });
  return {
    v: 1,
    template: {
      id: 'protokoll',
      version: 1,
      kind: 'plan',
      talk: false,
      source: ['§ 630f BGB', '§ 630e BGB'],
    },
    formRequirement: { form: 'none', reason: speech.say('intro'), source: '' },
    languages: speech.languages,
    available: speech.languages,
    title: speech.say('title'),
    sections: [
      section('papier', 'hPaper', [
        { type: 'note', text: speech.say(evidence === null ? 'noEvidence' : 'intro') },
        ...list(paperFacts(page)),
      ]),
      section('person', 'hSigners', list(signerFacts(page))),
      section('identitaet', 'hIdentity', list(identityFacts(page))),
      section('lesen', 'hReading', list(readingFacts(page))),
      ...(paper.declarations.length === 0
        ? []
        : [section('erklaerungen', 'hDeclarations', list(declarationFacts(page)))]),
      section('gespraech', 'hTalk', list(talkFacts(page))),
      section('geraet', 'hDevice', list(deviceFacts(page))),
      section('zeiten', 'hTimes', list(timeFacts(page))),
      section('siegel', 'hSeal', list(sealFacts(page))),
      section('danach', 'hAfter', list(laterFacts(page))),
    ],
    declarations: [],
    signers: [{ role: 'witness', name: facts.madeBy, capacity: 'für die Praxis' }],
    fields: [],
    praxis: paper.praxis,
    patient: paper.patient,
    taskId: facts.id,
    createdAt: at,
    zone: paper.zone,
  };
}
