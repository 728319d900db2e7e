/**
 * Mounts our questionnaire as a patient gets it: screens, keyboard dock, and answers stored
 * encrypted in IndexedDB while typing.
 */
import '../../kiosk/app/fonts.css';
import '../../shared/base/tokens.css';
import '../../kiosk/ui/base.css';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createAnswers, type OpenTask } from '../../kiosk/app/effects/answers.ts';
import { startTexts } from '../../kiosk/app/i18n.ts';
import { browserClock as clock, browserRandom as random } from '../../kiosk/app/ports.ts';
import type { ScreenProps } from '../../kiosk/app/screenProps.ts';
import { createDb } from '../../kiosk/outbox/db.ts';
import { createDrafts } from '../../kiosk/outbox/drafts/drafts.ts';
import type { TaskRef } from '../../kiosk/session/session.types.ts';
import { applyComfort } from '../../kiosk/ui/comfort.ts';
import { useStoreBehind } from '../../kiosk/ui/drawnBehind.ts';
import { KeyboardDock } from '../../kiosk/ui/fields/KeyboardDock.tsx';
import { formData } from '../../shared/forms/task/form-task.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';

/** Loaded with the first form, as the app does. */
const FormScreens = lazy(() => import('../../kiosk/app/screens/FormScreens.tsx'));
const COMFORT = { language: 'de', textScale: 100, isCalm: false, isPlain: false } as const;
const PATIENT = { patid: 'bench', name: 'Kim Beispiel', geburtsdatum: '1980-01-01' };

const fail = (error: unknown): void => {
  throw error;
};
const drafts = createDrafts({
  db: createDb('bench'),
  clock,
  identity: () => Promise.resolve(undefined),
  onTrouble: fail,
  onSaved: () => answers.markSaved(),
});
const answers = createAnswers({ drafts, clock, random, onDraftLost: fail });

async function taskOf(form: string): Promise<TaskBody> {
  const taskId = random.id(),
    day = 1_800_000_000_000;
  const data = JSON.stringify(
    formData({
      form: {
        key: 'bench@1',
        url: 'urn:molar:bench',
        version: '1',
        sha256: '0'.repeat(64),
        languages: ['de'],
        title: { de: 'Fragen zu Ihrer Gesundheit' },
      },
      praxis: { name: 'Praxis' } as never,
      patient: PATIENT,
      taskId,
      createdAt: day,
      zone: 'Europe/Berlin',
      language: 'de',
    }),
  );
  return {
    taskId,
    taskRev: 1,
    mappeId: random.id(),
    position: 0,
    count: 1,
    kind: 'questionnaire',
    data,
    dataSha256: await sha256Hex(data),
    presentedPdfSha256: '',
    presentedBytes: 0,
    patient: PATIENT,
    signers: [],
    language: 'de',
    textScale: 100,
    talk: { needed: false },
    closesAt: day * 2,
    form,
  };
}

/**
 * Stub of the state machine with the parts that the questionnaire reads: no overlay, first page.
 */
const snapshot = {
  context: { comfort: COMFORT, page: 1, done: [], queue: [], mappeId: null },
  matches: (state: object) => 'help' in state,
} as never as ScreenProps['snapshot'];
const tablet = {
  actor: { send: () => undefined, getSnapshot: () => snapshot },
  parts: { answers, clock, device: { get: () => null } },
} as never as ScreenProps['tablet'];
const LABELS = {
  group: 'Tastatur',
  shift: 'Umschalten',
  backspace: 'Löschen',
  space: 'Leerzeichen',
  enter: 'Eingabe',
  digits: 'Ziffern',
  letters: 'Buchstaben',
  latin: 'Lateinische Buchstaben',
  accents: 'Buchstaben mit Zeichen',
  close: 'Schließen',
};

function Page() {
  const open: OpenTask | null = useStoreBehind(answers.subscribe, answers.get);
  return (
    open && (
      <KeyboardDock enabled language="de" labels={LABELS}>
        <Suspense>
          <FormScreens
            tablet={tablet}
            snapshot={snapshot}
            language="de"
            header={null}
            answers={open}
          />
        </Suspense>
      </KeyboardDock>
    )
  );
}

async function start(): Promise<void> {
  const [form] = await Promise.all([
    fetch(`${location.pathname.split('/').slice(0, -1).join('/')}/form.json`).then((one) =>
      one.text(),
    ),
    startTexts('de'),
  ]);
  const body = await taskOf(form);
  applyComfort({
    lang: 'de',
    dir: 'ltr',
    posture: 'hand',
    textScale: 100,
    calm: false,
    theme: 'light',
  });
  await answers.open(
    body,
    { taskId: body.taskId, taskRev: 1, kind: 'questionnaire' } as TaskRef,
    COMFORT,
  );
  createRoot(document.body).render(<Page />);
}

void start();
