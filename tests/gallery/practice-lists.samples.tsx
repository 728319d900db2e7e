/** Samples of the parts of work lists, and of the line of an editor. */
import { Button, NativeSelect } from '@mantine/core';
import { EXPIRY_STATES } from '../../shared/base/expiry.ts';
import { ChosenBar } from '../../practice/ui/lists/ChosenBar.tsx';
import { Filters } from '../../practice/ui/lists/Filters.tsx';
import { HeldList } from '../../practice/ui/lists/HeldList.tsx';
import { ListSearch } from '../../practice/ui/lists/ListSearch.tsx';
import { RowButton } from '../../practice/ui/lists/RowButton.tsx';
import { Tick } from '../../practice/ui/lists/Tick.tsx';
import { AlsoOpen } from '../../practice/ui/saving/also-open/AlsoOpen.tsx';
import { StepButtons } from '../../practice/ui/saving/StepButtons.tsx';
import type { Sample } from './sample.ts';

const nothing = (): void => undefined;

export const LISTS: readonly Sample[] = [
  {
    component: 'HeldList',
    state: 'every step, former, list',
    show: (w) => (
      <HeldList
        items={[
          ...EXPIRY_STATES.map((state, at) => ({
            use: 'https' as const,
            name: `praxis${at}.example`,
            source: 'MOLAR_TLS_CERT',
            from: 0,
            until: Date.UTC(2027, at, 15),
            sha256: String(at).repeat(64),
            state,
            isFormer: false,
          })),
          {
            use: 'authority',
            name: w('Zahnarztpraxis am Markt', 'Dental practice at the market'),
            source: '',
            from: 0,
            until: Date.UTC(2040, 0, 1),
            sha256: 'ab'.repeat(32),
            state: 'ok',
            isFormer: true,
          },
          {
            use: 'trust_list',
            name: 'DE',
            source: 'MOLAR_TRUST_LISTS: de.xml',
            from: null,
            until: null,
            sha256: null,
            state: 'ok',
            isFormer: false,
          },
        ]}
      />
    ),
  },
  {
    component: 'AlsoOpen',
    state: 'two users',
    show: () => (
      <AlsoOpen
        windows={['Hanna Kühn', 'Özlem Yıldız'].map((name) => ({
          windowId: name,
          userId: name,
          name,
        }))}
      />
    ),
  },
  {
    component: 'StepButtons',
    state: 'nothing to redo',
    show: () => <StepButtons canUndo canRedo={false} undo={nothing} redo={nothing} />,
  },
  ...[1, 120].map((n) => ({
    component: 'ChosenBar',
    state: `${n} chosen`,
    show: (w: (de: string, en: string) => string) => (
      <ChosenBar n={n} onNone={nothing}>
        <Button size="xs">{w('Zusammen speichern', 'Save together')}</Button>
      </ChosenBar>
    ),
  })),
  ...['', 'Groß'].map((kept) => ({
    component: 'ListSearch',
    state: kept === '' ? 'empty' : 'filled',
    show: (w: (de: string, en: string) => string) => (
      <ListSearch
        label={w('Name oder Patientennummer', 'Name or patient number')}
        kept={kept}
        onSearch={nothing}
      />
    ),
  })),
  ...[false, true].map((checked) => ({
    component: 'Tick',
    state: checked ? 'chosen' : 'not chosen',
    show: (w: (de: string, en: string) => string) => (
      <Tick label={w('Auswählen', 'Choose')} checked={checked} onChange={nothing} />
    ),
  })),
  {
    component: 'RowButton',
    state: 'normal',
    show: (w) => <RowButton>{w('Öffnen', 'Open')}</RowButton>,
  },
  {
    component: 'Filters',
    state: 'one filter',
    show: (w) => (
      <Filters aria-label={w('Filter', 'Filter')}>
        <NativeSelect
          label={w('Art', 'Kind')}
          data={[w('Alle', 'All'), w('Zugriffe', 'Accesses')]}
        />
      </Filters>
    ),
  },
];
