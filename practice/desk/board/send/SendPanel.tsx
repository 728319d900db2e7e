// The send panel next to the board: one person or a family, the papers, signers, identification,
// destination. Enter sends; ten seconds of undo.

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import type { Identification } from '../../../../shared/desk/mappe.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { fullName } from '../../../../shared/desk/patient.ts';
import type { PersonProposal } from '../../../../shared/desk/mappe-rules.schema.ts';
import type { Patient } from '../../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { sayWithUndo } from '../../../ui/toast.tsx';
import { undoMappe, useAct } from '../board-actions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { getPatient, getProposal } from './patients.ts';
import { ProposalLine } from './ProposalLine.tsx';
import { usePrivacy } from '../privacy.tsx';
import { useStale } from '../stale.ts';
import { FamilyPapers } from './FamilyPapers.tsx';
import { withoutPerson, withPerson, type FamilyPerson } from './family-rules.ts';
import { SendDelivery } from './SendDelivery.tsx';
import { SendFamily } from './SendFamily.tsx';
import {
  keepNoticeFields,
  rememberedFields,
  usePracticeFacts,
  type PracticeFacts,
} from './notice-fields.ts';
import { SendItems } from './SendItems.tsx';
import { SendPerson } from './SendPerson.tsx';
import { SendSigners } from './SendSigners.tsx';
import {
  defaultSigner,
  languagesFor,
  listedFirst,
  mappeBody,
  missingIn,
  proposedItems,
  templateKeyOf,
  type Missing,
  type SendForm,
  type Template,
} from './send-rules.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { goTo } from './missing-input.ts';

/** A person who was just put in by hand: the papers of the rules are theirs. */
export interface WalkIn {
  patid: string;
  /** How the person was identified; null: not yet. */
  identifiedBy: Identification | null;
}
interface Props {
  isOpen: boolean;
  patid: string | null;
  walkIn: WalkIn | null;
  free: readonly BoardTablet[];
  offset: number;
  onClose: () => void;
  onMerged: (patid: string) => void;
}

export function SendPanel({ isOpen, patid, onClose, ...rest }: Props) {
  const t = useBoardTexts();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('send.title')}
      classNames={{ body: 'e-send-body' }}
    >
      {patid !== null && <SendLoader key={patid} patid={patid} onClose={onClose} {...rest} />}
    </Drawer>
  );
}

function SendLoader({
  patid,
  walkIn,
  ...rest
}: Omit<Props, 'isOpen' | 'patid'> & { patid: string }) {
  const patient = useQuery({ queryKey: ['patient', patid], queryFn: () => getPatient(patid) });
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: () => callR4c<Template[]>('/tablet/templates'),
    staleTime: 300_000,
  });
  // Without an answer nothing is proposed; the panel still works.
  const proposal = useQuery({
    queryKey: ['proposal', patid],
    queryFn: async () => (await getProposal(patid)) ?? null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  // Without them the panel asks for what they name.
  const practice = usePracticeFacts();
  const failed = patient.error ?? templates.error;
  if (failed)
    return (
      <ErrorNotice
        error={failed}
        onRetry={() => {
          void patient.refetch();
          void templates.refetch();
        }}
      />
    );
  if (!patient.data || !templates.data || proposal.isPending || practice.isPending)
    return <Loading />;
  return (
    <SendForms
      patient={patient.data}
      templates={templates.data}
      proposal={proposal.data ?? null}
      facts={practice.facts}
      walkIn={walkIn?.patid === patid ? walkIn : null}
      {...rest}
    />
  );
}

/** Context of the panel: the patient, the texts in use, the proposal of the rules, free tablets. */
interface Offer {
  walkIn: WalkIn | null;
  patient: Patient;
  templates: readonly Template[];
  proposal: PersonProposal | null;
  facts: PracticeFacts | undefined;
  free: readonly BoardTablet[];
}

/** Holds the papers, signers and people of one Mappe until it is sent. */
function useSendDraft({ patient, templates, proposal, facts, walkIn, free }: Offer) {
  const name = fullName(patient);
  const proposed = proposal?.items ?? [],
    listed = listedFirst(templates, proposed),
    wished = proposedItems(proposed, templates, (one) => rememberedFields(one, facts));
  const known =
    proposal?.language != null && languagesFor(templates).includes(proposal.language)
      ? proposal.language
      : 'de';
  const [draft, setDraft] = useState<SendForm>(() => ({
    // A patient with an appointment and a walk-in get the proposal of the rules, unless it was
    // edited; for others it is only offered.
    items: proposal?.hasTermin === true || walkIn !== null ? wished : [],
    signers: [
      {
        id: uuidv7(),
        ...defaultSigner({ name, geburtsdatum: patient.geburtsdatum }, berlinDay(Date.now())),
      },
    ],
    identifiedBy: walkIn?.identifiedBy ?? null,
    language: known,
    textScale: 100,
    tabletId: free[0]?.tabletId ?? null,
  }));
  // Excludes a tablet that was taken or lost contact since the panel opened.
  const form: SendForm = free.some((one) => one.tabletId === draft.tabletId)
    ? draft
    : { ...draft, tabletId: null };
  const change = (part: Partial<SendForm>): void => setDraft((old) => ({ ...old, ...part }));
  const [others, setOthers] = useState<FamilyPerson[]>([]);
  const today = useToday(),
    people: FamilyPerson[] = [
      { patid: patient.patid, name, geburtsdatum: patient.geburtsdatum },
      ...others,
    ];
  const add = (added: FamilyPerson): void => {
    setDraft((old) => withPerson(old, people, added, templates, today, uuidv7));
    setOthers((old) => [...old, added]);
  };
  const remove = (patid: string): void => {
    const left = people.filter((one) => one.patid !== patid);
    setDraft((old) => withoutPerson(old, left, patid));
    setOthers((old) => old.filter((one) => one.patid !== patid));
  };
  return {
    form,
    change,
    people,
    add,
    remove,
    proposed,
    listed,
    chosen: templates.filter((one) => form.items.some((item) => item.key === templateKeyOf(one))),
    missing: missingIn(form, templates, people, today),
    takeProposal: () => change({ items: wished, language: known }),
    today,
  };
}
type SendDraft = ReturnType<typeof useSendDraft>;

/** Sends a complete draft once, and offers to undo it. */
function useSending(
  { form, people, missing }: SendDraft,
  { patient, templates, free }: Offer,
  { offset, onClose }: Pick<Props, 'offset' | 'onClose'>,
) {
  const t = useBoardTexts();
  const privacy = usePrivacy();
  const { isBusy, run } = useAct();
  // One id for this panel: a double press or a retry after a lost answer makes one Mappe.
  const [id] = useState(() => uuidv7());
  const isOnItsWay = useRef(false);
  const [isTried, setTried] = useState(false);
  const send = async (): Promise<void> => {
    setTried(true);
    const [first] = missing;
    if (first) return goTo(first);
    // A second Enter during or after the first request sends nothing.
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    let answer: { mappeId: string; undoUntil: number } | undefined;
    const isSent = await run(async () => {
      answer = await callR4c<{ mappeId: string; undoUntil: number }>(
        '/tablet/mappen',
        mappeBody(
          id,
          people.map((one) => one.patid),
          form,
          templates,
        ),
      );
    });
    if (!isSent || !answer) {
      isOnItsWay.current = false;
      return;
    }
    const { mappeId, undoUntil } = answer;
    keepNoticeFields(form, templates);
    const tablet = free.find((one) => one.tabletId === form.tabletId),
      name = privacy.name(fullName(patient));
    sayWithUndo(
      tablet ? t('send.sent', { name, tablet: tablet.name }) : t('send.prepared', { name }),
      async () => {
        if (!(await run(() => undoMappe(mappeId)))) throw new Error('not undone');
      },
      undoUntil - offset,
    );
    onClose();
  };
  return { send, isBusy, isTried };
}

function SendForms({
  offset,
  onClose,
  onMerged,
  ...offer
}: Omit<Props, 'isOpen' | 'patid'> & Offer) {
  const draft = useSendDraft(offer),
    { form, change, people, proposed, chosen, missing } = draft;
  const { send, isBusy, isTried } = useSending(draft, offer, { offset, onClose });
  // The panel gets the focus before its contents are rendered; then the papers, or the missing
  // input of a proposal.
  const begin = useEffectEvent(() => {
    // Everything was said when the person was put in: one press less, and ten seconds to undo.
    if (offer.walkIn?.identifiedBy != null && form.items.length > 0 && missing.length === 0)
      void send();
    else if (form.items.length > 0) goTo(missing[0]);
    else document.querySelector<HTMLElement>('#send-items input')?.focus();
  });
  useEffect(() => begin(), []);
  const shown = isTried ? missing : [];

  return (
    <form
      className="e-send"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SendPerson patient={offer.patient} onMerged={onMerged} />
      {offer.proposal !== null && proposed.length > 0 && (
        <ProposalLine
          proposal={offer.proposal}
          isTaken={form.items.length > 0}
          onTake={draft.takeProposal}
        />
      )}
      <SendPapers draft={draft} shown={shown} />
      <SendFamily people={people} onAdd={draft.add} onRemove={draft.remove} />
      <SendDelivery
        form={form}
        templates={chosen}
        first={offer.facts?.languages ?? []}
        free={offer.free}
        onChange={change}
        missing={shown}
      />
      <SendFoot isBusy={isBusy} isPrepared={form.tabletId === null} missingCount={shown.length} />
    </form>
  );
}

/** The papers of one person with their signers, or of each person of a family. */
function SendPapers({
  draft: { form, change, people, proposed, listed, chosen, today },
  shown,
}: {
  draft: SendDraft;
  shown: readonly Missing[];
}) {
  return people.length === 1 ? (
    <>
      <SendItems
        templates={listed}
        proposed={proposed}
        items={form.items}
        onChange={(items) => change({ items })}
        missing={shown}
      />
      {chosen.some((one) => one.signerRoles.length > 0) && (
        <SendSigners
          person={people[0]}
          templates={chosen}
          signers={form.signers}
          onChange={(signers) => change({ signers })}
          missing={shown}
        />
      )}
    </>
  ) : (
    <FamilyPapers
      people={people}
      templates={listed}
      form={form}
      onChange={change}
      missing={shown}
      today={today}
    />
  );
}

function SendFoot({
  isBusy,
  isPrepared,
  missingCount,
}: {
  isBusy: boolean;
  isPrepared: boolean;
  missingCount: number;
}) {
  const t = useBoardTexts(),
    isStale = useStale();
  return (
    <div className="e-send-foot">
      {missingCount > 0 && (
        <Text size="xs" role="alert" className="e-bad">
          {t('send.missing', { n: missingCount })}
        </Text>
      )}
      {isStale && (
        <Text size="xs" role="status">
          {t('lost.act')}
        </Text>
      )}
      <Group justify="flex-end">
        <Button
          type="submit"
          loading={isBusy}
          disabled={isStale}
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          rightSection={
            <kbd className="e-key" aria-hidden>
              ↵
            </kbd>
          }
        >
          {isPrepared ? t('send.prepare') : t('send.go')}
        </Button>
      </Group>
    </div>
  );
}
