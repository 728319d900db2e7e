/** Samples of the practice's parts: page, notices, states, fields, menus, toasts. */
import { Button, Menu, Table } from '@mantine/core';
import { IconArchive, IconCircleCheck, IconClock, IconDots } from '@tabler/icons-react';
import { CallError } from '../../shared/base/client.ts';
import { LABEL_FARBEN } from '../../shared/base/label.ts';
import { PersonPicture } from '../../practice/ui/avatar.tsx';
import { ConfirmButton } from '../../practice/ui/ConfirmButton.tsx';
import { DayFields, NO_DAY } from '../../practice/ui/DayFields.tsx';
import { DayField, DayFilter } from '../../practice/ui/DayField.tsx';
import { Dispensable } from '../../practice/ui/Dispensable.tsx';
import { ErrorNotice } from '../../practice/ui/ErrorNotice.tsx';
import { LabelWord } from '../../practice/ui/LabelsDialog.tsx';
import { SingleKeysSwitch } from '../../practice/ui/lists/keys/SingleKeysSwitch.tsx';
import { MoreRows, PagedList, type PagedState } from '../../practice/ui/lists/PagedList.tsx';
import { PhoneLink } from '../../practice/ui/lists/PhoneLink.tsx';
import { SortHead } from '../../practice/ui/lists/SortHead.tsx';
import { Notice } from '../../practice/ui/Notice.tsx';
import { Empty, Loading, Page } from '../../practice/ui/Page.tsx';
import { QrPicture } from '../../practice/ui/QrPicture.tsx';
import { RowMenu } from '../../practice/ui/RowMenu.tsx';
import { Clash } from '../../practice/ui/saving/clash/Clash.tsx';
import { DraftClash } from '../../practice/ui/saving/clash/DraftClash.tsx';
import { TakenList } from '../../practice/ui/saving/clash/TakenList.tsx';
import { TranslationRow } from '../../practice/ui/saving/TranslationRow.tsx';
import { DamagedWord } from '../../practice/ui/lists/DamagedWord.tsx';
import { SavedWord, VersionStateWord } from '../../practice/ui/saving/versions.tsx';
import { VersionHead } from '../../practice/ui/saving/VersionHead.tsx';
import { StateWord } from '../../practice/ui/StateWord.tsx';
import { say, sayError, sayWithUndo } from '../../practice/ui/toast.tsx';
import { Held, nothing } from './Held.tsx';
import type { Sample, Words } from './sample.ts';

const offline = new CallError(0, 'network', 'No connection.');
const forbidden = new CallError(403, 'forbidden', 'No right.', {
  requestId: '01890a5d-ac96-774b',
});
const page = (over: Partial<PagedState>): PagedState => ({
  isPending: false,
  isError: false,
  isSuccess: true,
  error: null,
  refetch: nothing,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: nothing,
  ...over,
});
const takenOf = (w: Words) => ({
  mine: [{ is: 'added' as const, title: w('Abschnitt 4', 'Section 4') }],
  other: [
    { is: 'changed' as const, title: w('Titel', 'Title') },
    { is: 'removed' as const, title: w('Erklärung 2', 'Declaration 2') },
  ],
});
const name = (w: Words): string => w('Wichtig', 'Important');

function Failing(): never {
  throw new Error('A part that fails to render.');
}

const MESSAGES: readonly Sample[] = [
  ...(['ok', 'warn', 'bad', 'info', 'off'] as const).map((tone) => ({
    component: 'Notice',
    state: tone,
    show: (w: Words) => (
      <Notice tone={tone}>
        {w('Die Daten sind drei Tage alt.', 'The data is three days old.')}
      </Notice>
    ),
  })),
  {
    component: 'ErrorNotice',
    state: 'no connection, with a retry',
    show: () => <ErrorNotice error={offline} onRetry={nothing} />,
  },
  {
    component: 'ErrorNotice',
    state: 'of a failed save',
    show: () => <ErrorNotice error={forbidden} isSave />,
  },
  ...([null, 'over', 'gone'] as const).map((end) => ({
    component: 'Clash',
    state: end === null ? 'both changed two places' : `the draft is ${end}`,
    show: (w: Words) => (
      <Clash
        by={{ byName: 'Ada Sommer', at: Date.UTC(2026, 10, 20, 9, 41) }}
        places={[
          {
            id: 'a',
            title: w('Abschnitt 1 „Begrüßung“', 'Section 1 “Welcome”'),
            mine: w('Bitte nehmen Sie Platz.', 'Please take a seat.'),
            other: w('Bitte nehmen Sie im Flur Platz.', 'Please take a seat in the hall.'),
          },
          {
            id: 'b',
            title: w('Erklärung 1', 'Declaration 1'),
            mine: w('Ich habe alles verstanden.', 'I understood everything.'),
            other: '',
          },
        ]}
        end={end}
        taken={takenOf(w)}
        isBusy={false}
        onTake={nothing}
        onOther={nothing}
        onCopy={nothing}
      />
    ),
  })),
  {
    component: 'TakenList',
    state: 'what each side changed alone',
    show: (w) => <TakenList taken={takenOf(w)} who="Ada Sommer" />,
  },
  {
    component: 'DraftClash',
    state: 'both changed the same line',
    show: (w) => (
      <DraftClash
        id={w('Muster', 'sample')}
        mine={w('Bitte nehmen Sie Platz.', 'Please take a seat.')}
        met={{ base: w('Bitte.', 'Please.'), unsure: [], rev: 1, error: offline }}
        shape={{
          split: (own) => ({ id: '', own, kids: [] }),
          join: ({ own }) => own as string,
          blend: () => undefined,
        }}
        describe={({ own }) =>
          new Map([['', { title: w('Titel', 'Title'), words: own as string }]])
        }
        load={() =>
          Promise.resolve({
            rev: 2,
            value: w('Bitte warten Sie.', 'Please wait.'),
            isOver: false,
            byName: 'Ada Sommer',
            at: Date.UTC(2026, 10, 20, 9, 41),
          })
        }
        copy={() => Promise.resolve('muster@1')}
        onJoin={nothing}
        onEnded={nothing}
        onOpen={nothing}
      />
    ),
  },
  ...(['', 'Please take a seat.'] as const).map((words) => ({
    component: 'TranslationRow',
    state: words === '' ? 'missing, with the former words' : 'translated',
    show: (w: Words) => (
      <ul className="f-plain">
        <TranslationRow
          place={`a ${words}`}
          first="Bitte nehmen Sie Platz."
          firstLanguage="de"
          language="en"
          words={words}
          was={words === '' ? 'Please sit down.' : ''}
          isReadOnly={false}
          labels={{
            field: w('Englisch', 'English'),
            empty: w('Hier fehlt die Übersetzung.', 'The translation is missing here.'),
            keep: w('Früher:', 'Before:'),
          }}
          className="f-jump"
          onFocus={nothing}
          onWords={nothing}
        />
      </ul>
    ),
  })),
  { component: 'Loading', state: 'loading', show: () => <Loading /> },
  {
    component: 'Empty',
    state: 'nothing there',
    show: (w) => (
      <Empty>{w('Heute sind noch keine Patienten da.', 'No patients have arrived today.')}</Empty>
    ),
  },
  {
    component: 'Page',
    state: 'with an action',
    show: (w) => (
      <Page title={w('Dokumente', 'Documents')} actions={<Button>{w('Neu', 'New')}</Button>}>
        {w('Inhalt', 'Content')}
      </Page>
    ),
  },
  {
    component: 'toast',
    state: 'said, failed, undone',
    show: (w) => (
      <div className="p-row">
        <Button onClick={() => say(w('Gesendet.', 'Sent.'))}>say</Button>
        <Button onClick={() => sayError(offline)}>sayError</Button>
        <Button onClick={() => sayWithUndo(w('Gesendet.', 'Sent.'), nothing)}>sayWithUndo</Button>
      </div>
    ),
  },
  {
    component: 'Dispensable',
    state: 'a part that fails shows nothing',
    show: () => (
      <Dispensable>
        <Failing />
      </Dispensable>
    ),
  },
];

const STATES: readonly Sample[] = [
  ...[null, '0171 3920'].map((number) => ({
    component: 'PhoneLink',
    state: number === null ? 'none' : 'number',
    show: () => <PhoneLink number={number} />,
  })),
  {
    component: 'PagedList',
    state: 'empty',
    show: (w: Words) => (
      <PagedList
        list={page({})}
        isEmpty
        empty={w('Zu diesen Angaben gibt es keine Einträge.', 'There are no entries for this.')}
      >
        {null}
      </PagedList>
    ),
  },
  {
    component: 'PagedList',
    state: 'rows, and more of them',
    show: (w: Words) => (
      <PagedList list={page({ hasNextPage: true })} isEmpty={false} empty={null}>
        <p>{name(w)}</p>
      </PagedList>
    ),
  },
  {
    component: 'MoreRows',
    state: 'a further page',
    show: () => <MoreRows list={page({ hasNextPage: true })} />,
  },
  { component: 'SingleKeysSwitch', state: 'as kept here', show: () => <SingleKeysSwitch /> },
  ...['', 'name', '-name', 'own order'].map((sort) => ({
    component: 'SortHead',
    state: sort === '' ? 'unsorted' : sort,
    show: (w: Words) => (
      <Table>
        <Table.Thead>
          <Table.Tr>
            <SortHead
              name="name"
              sort={sort === 'own order' ? '' : sort}
              onSort={nothing}
              {...(sort === 'own order' && {
                own: w('nächste Frist zuerst', 'nearest deadline first'),
              })}
            >
              {w('Patient', 'Patient')}
            </SortHead>
          </Table.Tr>
        </Table.Thead>
      </Table>
    ),
  })),
  ...(['off', 'info', 'primary', 'ok', 'ok-outline', 'warn', 'bad', 'text'] as const).map(
    (tone) => ({
      component: 'StateWord',
      state: tone,
      show: (w: Words) => (
        <StateWord tone={tone} icon={tone === 'ok' ? IconCircleCheck : IconClock}>
          {w('Füllt aus', 'Filling in')}
        </StateWord>
      ),
    }),
  ),
  { component: 'DamagedWord', state: 'damaged', show: () => <DamagedWord /> },
  ...(['draft', 'active', 'retired'] as const).map((state) => ({
    component: 'VersionStateWord',
    state,
    show: () => <VersionStateWord state={state} />,
  })),
  ...(['saved', 'open', 'failed'] as const).map((state) => ({
    component: 'SavedWord',
    state,
    show: () => <SavedWord state={state} />,
  })),
  ...(['draft', 'active', 'retired'] as const).map((state) => ({
    component: 'VersionHead',
    state,
    show: () => (
      <VersionHead
        view={{ state, version: 2, origin: 'own' }}
        saved="saved"
        exportWord="Export"
        isBusy={false}
        onExport={nothing}
        onEnd={nothing}
        onPublish={nothing}
        onBegin={nothing}
      />
    ),
  })),
  ...LABEL_FARBEN.map((color) => ({
    component: 'LabelWord',
    state: color,
    show: (w: Words) => <LabelWord label={{ name: name(w), color }} />,
  })),
  {
    component: 'PersonPicture',
    state: 'initials',
    show: () => <PersonPicture id={null} name="Annegret Krähenbühl" size={40} />,
  },
  {
    component: 'PersonPicture',
    state: 'without a name',
    show: () => <PersonPicture id={null} size={40} />,
  },
  {
    component: 'QrPicture',
    state: 'an address',
    show: (w) => (
      <QrPicture text="https://praxis.example/#ABCDE-FGHJK" label={w('QR-Code', 'QR code')} />
    ),
  },
];

const CONTROLS: readonly Sample[] = [
  {
    component: 'ConfirmButton',
    state: 'closed; press to ask',
    show: (w) => (
      <ConfirmButton
        question={w('Wirklich löschen?', 'Really delete?')}
        yes={w('Löschen', 'Delete')}
        onYes={nothing}
      >
        {w('Löschen', 'Delete')}
      </ConfirmButton>
    ),
  },
  {
    component: 'RowMenu',
    state: 'closed; press to open',
    show: (w) => (
      <RowMenu
        button={
          <Button variant="default" aria-label={w('Mehr', 'More')}>
            <IconDots size={16} aria-hidden />
          </Button>
        }
      >
        <Menu.Item leftSection={<IconArchive size={16} aria-hidden />}>
          {w('Ablegen', 'File')}
        </Menu.Item>
      </RowMenu>
    ),
  },
  ...(['empty', 'with an error'] as const).map((state) => ({
    component: 'DayFields',
    state,
    show: (w: Words) => (
      <Held start={state === 'empty' ? NO_DAY : { day: '31', month: '02', year: '2026' }}>
        {(value, change) => (
          <DayFields
            label={w('Geburtsdatum', 'Date of birth')}
            value={value}
            onChange={change}
            error={state === 'empty' ? undefined : w('Diesen Tag gibt es nicht.', 'No such day.')}
          />
        )}
      </Held>
    ),
  })),
  {
    component: 'DayFilter',
    state: 'filled',
    show: (w) => (
      <Held start="2026-03-04">
        {(value, change) => <DayFilter label={w('Ab', 'From')} value={value} onChange={change} />}
      </Held>
    ),
  },
  {
    component: 'DayField',
    state: 'filled',
    show: (w) => (
      <Held start="2026-03-04">
        {(value, change) => <DayField label={w('Ab', 'From')} value={value} onChange={change} />}
      </Held>
    ),
  },
];

export const PARTS: readonly Sample[] = [...MESSAGES, ...STATES, ...CONTROLS];
