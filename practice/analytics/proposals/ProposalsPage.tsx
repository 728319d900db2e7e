// The work lists of billing proposals and of warnings: days and people on the left, the selected
// one on the right, decided by keyboard; nothing is ever booked here.

import { Button, Group, Kbd, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconKeyboard, IconTags } from '@tabler/icons-react';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Sum, Proposal } from '../../../shared/analytics/billing/billing.schema.ts';
import { lastDayOfFiling } from '../../../shared/analytics/billing/billing.ts';
import { quarterStart } from '../../../shared/base/day-math.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { LabelsDialog } from '../../ui/LabelsDialog.tsx';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useTeamNames } from '../../ui/wording/team-names.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { addUp, sumOf, useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { getLabels, getProposals, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { AssignDialog, GroupLabels, labelActs } from './LabelDialogs.tsx';
import { askAgain, Evaluating, Waiting } from './Progress.tsx';
import { neighbour, ProposalList } from './ProposalList.tsx';
import { ProposalSheet, dayQuery } from './ProposalSheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { useDecisions, type ChangedElsewhere, type DecisionChoice } from './use-decisions.ts';
import { FILTERS, spanFrom } from './spans.ts';
import { WorkFilters } from './WorkFilters.tsx';
import { periodName, personName, say } from './words.ts';

type Window = 'label' | 'labels' | 'alle' | 'tasten' | null;

/**
 * @param kind proposals for services to add to a day's billing, or warnings about booked services
 */
export function ProposalsPage({ kind }: { kind: 'vorschlaege' | 'hinweise' }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth(),
    today = useToday(),
    { user } = useSession(),
    queries = useQueryClient(),
    params = useQueryParams(FILTERS),
    isWarnings = kind === 'hinweise';
  const [chosen, setChosen] = useState<string>(),
    [isOpen, setOpen] = useState(false),
    [isRejecting, setRejecting] = useState(false),
    [view, setView] = useState<Window>(null),
    [focus, setFocus] = useState(0),
    [opened, setOpened] = useState(0),
    [said, setSaid] = useState('');
  const { behandler = '', label = '', regel = '', art } = params.values,
    { von = '', bis = '' } = spanFrom(params.values, today);
  const query = {
    von,
    bis,
    behandler,
    label,
    regel,
    art: isWarnings ? 'PRUEFUNG' : art === 'POTENZIAL' ? 'POTENZIAL' : 'VERGESSEN',
  };
  const list = useInfiniteQuery({
    queryKey: [KEY, 'liste', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) => getProposals({ ...query, cursor: pageParam }),
    getNextPageParam: (last) => last.weiter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => askAgain(state.data?.pages[0]?.fortschritt),
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const labels = useQuery({ queryKey: [KEY, 'labels'], queryFn: getLabels }),
    own = labels.data?.items ?? [];
  const move = (one: Proposal | undefined): void => {
    setChosen(one === undefined ? undefined : findingKey(one));
    setFocus((n) => n + 1);
  };
  const name = (one: Proposal): string => `${say(one.titel, language)}, ${personName(one, t)}`;
  const team = useTeamNames(),
    otherWords = ({ state, by, von, am }: ChangedElsewhere): string =>
      t(`anders.${state}`, {
        wer: von === '' ? (team.get(by) ?? t('anders.jemand')) : von,
        am: showInstant(am, language),
      });
  const decisions = useDecisions((one, other) => {
    if (other) setSaid(`${name(one)}: ${otherWords(other)}`);
    else move(one);
  });
  const head = list.data?.pages[0],
    all = list.data?.pages.flatMap(({ items }) => items) ?? [],
    items = all.filter((one) => !decisions.gone.has(findingKey(one)));
  const current = items.find((one) => findingKey(one) === chosen) ?? items[0],
    key = current === undefined ? undefined : findingKey(current),
    following = neighbour(items, key, 1);
  // Prefetches the next day before the user gets to it.
  const fetchNext = useEffectEvent(() => {
    if (following !== undefined) void queries.prefetchQuery(dayQuery(following));
  });
  useEffect(() => {
    if (key !== undefined) fetchNext();
  }, [key]);
  const lacksMore = items.length < 8 && list.hasNextPage && !list.isFetching;
  useEffect(() => {
    if (lacksMore) void list.fetchNextPage();
  }, [lacksMore, list]);
  // Only what expires with this quarter's billing is itemised; older services that were not handed
  // in are one sum.
  const since = quarterStart(today),
    running = head?.verfaellt.filter((one) => lastDayOfFiling(one.zeitraum) >= since) ?? [],
    older = head?.verfaellt.filter((one) => lastDayOfFiling(one.zeitraum) < since) ?? [];
  const decide = (one: Proposal, choice: DecisionChoice): void => {
    setRejecting(false);
    setSaid(
      t(choice.tat === 'vormerken' ? 'gesagt.vorgemerkt' : 'gesagt.abgelehnt', { was: name(one) }),
    );
    const next = neighbour(items, findingKey(one), 1, true);
    decisions.decide(one, choice, items.indexOf(one));
    move(next);
  };
  const accept = (one: Proposal): void => {
    if (!isWarnings) decide(one, { tat: 'vormerken' });
  };
  const reject = (): void => {
    if (current) {
      setOpen(true);
      setRejecting(true);
    }
  };
  const undo = async (): Promise<void> => {
    const back = await decisions.undo();
    if (back) {
      setSaid(t('gesagt.zurueck', { was: name(back) }));
      setRejecting(false);
      move(back);
    }
  };
  const step = (by: 1 | -1): void => {
    if (isRejecting) return;
    move(neighbour(items, key, by));
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    a: reject,
    l: () => {
      if (current) openView('label');
    },
    u: () => void undo(),
    '?': () => openView('tasten'),
  });
  const onBody = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key === 'Enter' &&
      event.target === document.body &&
      current &&
      !isRejecting &&
      document.querySelector('[role="dialog"]') === null
    ) {
      event.preventDefault();
      accept(current);
    }
  });
  useEffect(() => {
    addEventListener('keydown', onBody);
    return () => removeEventListener('keydown', onBody);
  }, []);
  // List and sheet fill the window height that banners and lines above leave free.
  const work = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (work.current)
      work.current.style.setProperty(
        '--ab-top',
        `${Math.round(work.current.getBoundingClientRect().top + scrollY)}px`,
      );
  });
  // On a narrow screen the sheet replaces the list: it begins at the upper edge.
  useEffect(() => {
    if (opened > 0 && matchMedia('(max-width: 899px)').matches)
      work.current?.querySelector('.ab-sheet')?.scrollIntoView({ block: 'start' });
  }, [opened]);
  const isFiltered = Object.keys(params.values).length > 0,
    opener = useRef<Element | null>(null);
  const openView = (next: Exclude<Window, null>): void => {
    if (view === null) opener.current = document.activeElement;
    setView(next);
  };
  // Restores the focus; where its element is gone, the selected proposal gets it.
  const closeView = (): void => {
    const from = opener.current;
    setView(null);
    if (from instanceof HTMLElement && from !== document.body && from.isConnected)
      requestAnimationFrame(() => from.focus());
    else setFocus((n) => n + 1);
  };
  // Decisions made a moment ago are already excluded from the sums.
  const gone = sumOf(all.filter((one) => decisions.gone.has(findingKey(one))));
  const left = ({ anzahl, cents, geschaetzt, ohneWert }: Sum): Sum => ({
    anzahl: Math.max(0, anzahl - gone.anzahl),
    cents: Math.max(0, cents - gone.cents),
    geschaetzt: Math.max(0, geschaetzt - gone.geschaetzt),
    ohneWert: Math.max(0, ohneWert - gone.ohneWert),
  });
  return (
    <BillingFrame
      title={t(isWarnings ? 'seite.hinweise' : 'titel')}
      counts={isWarnings ? {} : { '/abrechnung/nachtragen': head?.vorgemerkt.anzahl }}
      actions={
        <Group gap={8} className="p-noprint">
          <Button
            variant="default"
            leftSection={<IconTags size={16} stroke={1.75} aria-hidden />}
            onClick={() => openView('labels')}
          >
            {t('labels')}
          </Button>
          <Button
            variant="default"
            className="ab-wide"
            leftSection={<IconKeyboard size={16} stroke={1.75} aria-hidden />}
            onClick={() => openView('tasten')}
          >
            {t('tasten')}
          </Button>
        </Group>
      }
    >
      <WorkFilters params={params} labels={own} hasKinds={!isWarnings} />
      {head && (
        <div className="ab-line p-tabular">
          <strong>
            {isWarnings
              ? t('offen.hinweise', { count: left(head.gefunden).anzahl })
              : t('offen', {
                  n: left(head.gefunden).anzahl,
                  summe: worth.sum(left(head.gefunden)),
                })}
          </strong>
          {!isWarnings &&
            running.map((one) => (
              <span key={`${one.bereich} ${one.zeitraum}`}>
                {t('verfaellt', {
                  bereich: t(`bereich.${one.bereich}`),
                  zeitraum: periodName(one.zeitraum),
                  n: one.anzahl,
                  summe: worth.sum(one),
                })}
              </span>
            ))}
          {!isWarnings && older.length > 0 && (
            <span className="p-muted">
              {t('verfaellt.aelter', { n: addUp(older).anzahl, summe: worth.sum(addUp(older)) })}
            </span>
          )}
          {head.stand !== null && (
            <span className="p-muted">{t('stand', { am: showInstant(head.stand, language) })}</span>
          )}
          {decisions.last && (
            <span className="ab-last p-noprint">
              <span>
                {t(
                  decisions.last.choice.tat === 'vormerken'
                    ? 'gesagt.vorgemerkt'
                    : 'gesagt.abgelehnt',
                  { was: name(decisions.last.proposal) },
                )}
              </span>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                rightSection={<Kbd aria-hidden>U</Kbd>}
                onClick={() => void undo()}
              >
                {t('zurueck')}
              </Button>
            </span>
          )}
        </div>
      )}
      {head && <Evaluating progress={head.fortschritt} />}
      {list.isPending && !list.isError && <Waiting reason={list.failureReason} />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {head?.stand === null && (
        <div className="p-card">
          <Empty>
            {t('ohneDaten')}{' '}
            {user?.role === 'owner' && (
              <Link className="ab-inline" to="/daten">
                {t('ohneDaten.weg')}
              </Link>
            )}
          </Empty>
        </div>
      )}
      {head && head.stand !== null && items.length === 0 && !list.isFetching && (
        <div className="p-card">
          <Empty>{t(isFiltered ? 'leer.filter' : isWarnings ? 'leer.hinweise' : 'leer')}</Empty>
        </div>
      )}
      {current && (
        <div ref={work} className="ab-work" data-open={isOpen} aria-busy={list.isPlaceholderData}>
          <ProposalList
            items={items}
            decided={decisions.others.map((one) => ({
              at: one.at,
              proposal: one.proposal,
              words: otherWords(one),
            }))}
            labels={own}
            chosen={key}
            focus={focus}
            label={t(isWarnings ? 'seite.hinweise' : 'titel')}
            isFetching={list.isFetchingNextPage}
            more={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            onChoose={(one) => {
              setChosen(findingKey(one));
              setRejecting(false);
              setOpen(true);
              setOpened((n) => n + 1);
            }}
            onEnter={accept}
            onStep={step}
          />
          <ProposalSheet
            one={current}
            labels={own}
            onBack={() => {
              setOpen(false);
              setFocus((n) => n + 1);
            }}
            onLabels={() => openView('label')}
            acts={
              isRejecting ? (
                <RejectForm
                  key={key}
                  about={name(current)}
                  onCancel={() => {
                    setRejecting(false);
                    setFocus((n) => n + 1);
                  }}
                  onReject={(grund, comment) =>
                    decide(current, { tat: 'ablehnen', grund, comment })
                  }
                />
              ) : (
                <>
                  {!isWarnings && (
                    <Button onClick={() => accept(current)} rightSection={<Kbd aria-hidden>↵</Kbd>}>
                      {t('vormerken')}
                    </Button>
                  )}
                  <Button
                    variant="default"
                    onClick={reject}
                    rightSection={<Kbd aria-hidden>A</Kbd>}
                  >
                    {t(isWarnings ? 'inOrdnung' : 'ablehnen')}
                  </Button>
                  <Button
                    variant="subtle"
                    className="ab-bulk-button"
                    onClick={() => openView('alle')}
                  >
                    {t('gemeinsam')}
                  </Button>
                </>
              )
            }
          />
        </div>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {view === 'label' && current && (
        <AssignDialog
          key={key}
          one={current}
          labels={own}
          onClose={closeView}
          onManage={() => openView('labels')}
        />
      )}
      {view === 'labels' && labels.data && (
        <LabelsDialog labels={own} acts={labelActs(queries)} onClose={closeView}>
          <GroupLabels
            labels={labels.data}
            rowGroups={[...new Set(all.map(({ gruppe }) => gruppe))]}
          />
        </LabelsDialog>
      )}
      {view === 'alle' && current && (
        <BulkDialog
          one={current}
          query={query}
          mayAccept={!isWarnings}
          onClose={closeView}
          onDone={() => {
            setView(null);
            setFocus((n) => n + 1);
          }}
        />
      )}
      {view === 'tasten' && <KeysDialog mayAccept={!isWarnings} onClose={closeView} />}
    </BillingFrame>
  );
}
