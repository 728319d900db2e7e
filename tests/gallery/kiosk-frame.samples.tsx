/** Samples of the tablet's frame: buttons, notices, header, dialogs, screen. */
import { LANGUAGES } from '../../shared/base/languages.ts';
import { Button } from '../../kiosk/ui/Button.tsx';
import { Header } from '../../kiosk/ui/Header.tsx';
import { Icon } from '../../kiosk/ui/Icon.tsx';
import { ICONS, type IconName } from '../../kiosk/ui/icons.ts';
import { LanguageList } from '../../kiosk/ui/LanguageList.tsx';
import { Modal } from '../../kiosk/ui/Modal.tsx';
import { Notice } from '../../kiosk/ui/Notice.tsx';
import { OpaqueCover } from '../../kiosk/ui/OpaqueCover.tsx';
import { Progress } from '../../kiosk/ui/Progress.tsx';
import { QrCode } from '../../kiosk/ui/QrCode.tsx';
import { SavedTick } from '../../kiosk/ui/SavedTick.tsx';
import { Footer, Question, Screen } from '../../kiosk/ui/Screen.tsx';
import { Switch, TextSizeMenu } from '../../kiosk/ui/TextSizeMenu.tsx';
import { VisuallyHidden } from '../../kiosk/ui/VisuallyHidden.tsx';
import type { TextScale } from '../../kiosk/ui/comfort.ts';
import { Held, nothing } from './Held.tsx';
import type { Sample, Words } from './sample.ts';

const next = (w: Words): string => w('Weiter', 'Next', 'التالي');
const back = (w: Words): string => w('Zurück', 'Back', 'رجوع');
const help = (w: Words): string => w('Hilfe', 'Help', 'مساعدة');
const question = (w: Words): string =>
  w(
    'Nehmen Sie blutverdünnende Medikamente?',
    'Do you take blood-thinning medicines?',
    'هل تتناول أدوية مميعة للدم؟',
  );
const reason = (w: Words): string =>
  w(
    'Zum Beispiel Marcumar, Eliquis oder ASS.',
    'For example Marcumar, Eliquis or aspirin.',
    'مثل ماركومار أو إليكويس أو الأسبرين.',
  );
const progressOf = (w: Words, value: number): string =>
  w(`${value} von 14`, `${value} of 14`, `${value} من 14`);

const BUTTONS: readonly Sample[] = [
  {
    component: 'Button',
    state: 'primary',
    show: (w) => (
      <Button kind="primary" iconEnd="forward" onPress={nothing}>
        {next(w)}
      </Button>
    ),
  },
  {
    component: 'Button',
    state: 'primary, growing',
    show: (w) => (
      <Button kind="primary" grow onPress={nothing}>
        {w('Unterschrift abgeben', 'Submit signature', 'تسليم التوقيع')}
      </Button>
    ),
  },
  {
    component: 'Button',
    state: 'busy',
    show: (w) => (
      <Button kind="primary" busy>
        {next(w)}
      </Button>
    ),
  },
  {
    component: 'Button',
    state: 'secondary',
    show: (w) => (
      <Button kind="secondary" icon="back" onPress={nothing}>
        {back(w)}
      </Button>
    ),
  },
  {
    component: 'Button',
    state: 'pressed',
    show: (w) => (
      <Button kind="secondary" icon="speech" pressed onPress={nothing}>
        {w('Vorlesen', 'Read aloud', 'قراءة بصوت عال')}
      </Button>
    ),
  },
  {
    component: 'Button',
    state: 'quiet',
    show: (w) => (
      <Button kind="quiet" icon="help" onPress={nothing}>
        {help(w)}
      </Button>
    ),
  },
];

const NOTICES: readonly Sample[] = (['info', 'ok', 'warn', 'bad', 'offline'] as const).map(
  (kind) => ({
    component: 'Notice',
    state: kind,
    show: (w) => (
      <Notice
        kind={kind}
        title={w('Ihre Angaben sind gespeichert', 'Your answers are saved', 'تم حفظ إجاباتك')}
        action={
          <Button kind="secondary" onPress={nothing}>
            {w('Noch einmal senden', 'Send again', 'إعادة الإرسال')}
          </Button>
        }
      >
        {w(
          'Die Praxis bekommt sie, sobald das Tablet wieder verbunden ist.',
          'The practice receives them as soon as the tablet is connected again.',
          'تستلمها العيادة عند عودة الاتصال.',
        )}
      </Notice>
    ),
  }),
);

const ProgressBar = ({ words, value }: { readonly words: Words; readonly value: number }) => (
  <Progress
    value={value}
    max={14}
    words={progressOf(words, value)}
    label={words('Fortschritt', 'Progress', 'التقدم')}
  />
);

const PARTS: readonly Sample[] = [
  ...[0, 5, 14].map((value) => ({
    component: 'Progress',
    state: `${value} of 14`,
    show: (w: Words) => <ProgressBar words={w} value={value} />,
  })),
  {
    component: 'SavedTick',
    state: 'saved',
    show: (w) => <SavedTick words={w('gespeichert', 'saved', 'تم الحفظ')} />,
  },
  { component: 'SavedTick', state: 'not yet saved', show: () => <SavedTick words={null} /> },
  {
    component: 'SavedTick',
    state: 'waiting',
    show: (w) => (
      <SavedTick
        words={null}
        wait={w('Einen Moment bitte.', 'One moment please.', 'لحظة من فضلك.')}
      />
    ),
  },
  {
    component: 'Icon',
    state: 'every icon',
    show: () => (
      <div className="gallery__icons">
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <span key={name} title={name}>
            <Icon name={name} />
          </span>
        ))}
      </div>
    ),
  },
  {
    component: 'QrCode',
    state: 'an address',
    show: (w) => (
      <QrCode
        text="https://praxis.example/takeover#ABCDE-FGHJK"
        label={w('QR-Code mit Adresse', 'QR code with the address', 'رمز QR')}
      />
    ),
  },
  {
    component: 'VisuallyHidden',
    state: 'for screen readers only',
    show: (w) => <VisuallyHidden>{help(w)}</VisuallyHidden>,
  },
  {
    component: 'LanguageList',
    state: 'in a line',
    show: (w) => (
      <LanguageList
        label={w('Sprache', 'Language', 'اللغة')}
        languages={LANGUAGES.slice(0, 5)}
        current="de"
        onChoose={nothing}
      />
    ),
  },
  {
    component: 'LanguageList',
    state: 'every language as tiles',
    show: (w) => (
      <LanguageList
        layout="tiles"
        label={w('Sprache', 'Language', 'اللغة')}
        languages={LANGUAGES}
        current="de"
        onChoose={nothing}
      />
    ),
  },
  {
    component: 'TextSizeMenu',
    state: 'with plain language',
    show: (w) => (
      <Held<TextScale> start={125}>
        {(value, change) => (
          <TextSizeMenu
            value={value}
            onChange={change}
            calm={false}
            onCalmChange={nothing}
            plain={{
              isOn: true,
              label: w('Einfache Sprache', 'Plain language', 'لغة بسيطة'),
              hint: w('Kurze Sätze.', 'Short sentences.', 'جمل قصيرة.'),
              onChange: nothing,
            }}
            labels={{
              size: w('Schriftgröße', 'Text size', 'حجم الخط'),
              calm: w('Ruhige Hand', 'Steady hand', 'يد ثابتة'),
              calmHint: w('Größere Tasten.', 'Larger buttons.', 'أزرار أكبر.'),
            }}
          />
        )}
      </Held>
    ),
  },
  ...[true, false].map((isOn) => ({
    component: 'Switch',
    state: isOn ? 'on' : 'off',
    show: (w: Words) => (
      <Switch
        isOn={isOn}
        label={w('Ruhige Hand', 'Steady hand', 'يد ثابتة')}
        hint={w('Größere Tasten.', 'Larger buttons.', 'أزرار أكبر.')}
        onChange={nothing}
      />
    ),
  })),
];

const Actions = ({ words }: { readonly words: Words }) => (
  <>
    <Button kind="quiet" icon="language" onPress={nothing}>
      {words('Sprache', 'Language', 'اللغة')}
    </Button>
    <Button kind="quiet" icon="help" onPress={nothing}>
      {help(words)}
    </Button>
  </>
);

const PAGES: readonly Sample[] = [
  {
    component: 'Header',
    state: 'of a question',
    show: (w) => (
      <Header
        section={w('Medikamente', 'Medicines', 'الأدوية')}
        progress={<ProgressBar words={w} value={5} />}
        actions={<Actions words={w} />}
        menuLabel={w('Menü', 'Menu', 'القائمة')}
      />
    ),
  },
  {
    component: 'Header',
    state: 'with a name',
    show: (w) => (
      <Header
        start="Annegret Krähenbühl-Müllersdorff"
        isNamed
        actions={<Actions words={w} />}
        menuLabel={w('Menü', 'Menu', 'القائمة')}
      />
    ),
  },
  {
    component: 'Question',
    state: 'with its reason',
    show: (w) => <Question reason={reason(w)}>{question(w)}</Question>,
  },
  {
    component: 'Question',
    state: 'as a greeting',
    show: (w) => <Question hero>{w('Guten Tag', 'Hello', 'مرحبا')}</Question>,
  },
  {
    component: 'Footer',
    state: 'with a saved tick',
    show: (w) => (
      <Footer
        back={
          <Button kind="secondary" icon="back" onPress={nothing}>
            {back(w)}
          </Button>
        }
        primary={
          <Button kind="primary" grow onPress={nothing}>
            {next(w)}
          </Button>
        }
        note={<SavedTick words={w('gespeichert', 'saved', 'تم الحفظ')} />}
      />
    ),
  },
  ...(['column', 'split', 'wide'] as const).map((layout) => ({
    component: 'Screen',
    state: layout,
    isAlone: true,
    show: (w: Words) => (
      <Screen
        layout={layout}
        header={
          <Header
            section={w('Medikamente', 'Medicines', 'الأدوية')}
            progress={<ProgressBar words={w} value={5} />}
            actions={<Actions words={w} />}
            menuLabel={w('Menü', 'Menu', 'القائمة')}
          />
        }
        footer={
          <Footer
            primary={
              <Button kind="primary" grow onPress={nothing}>
                {next(w)}
              </Button>
            }
          />
        }
        question={<Question reason={reason(w)}>{question(w)}</Question>}
      >
        <Notice kind="info" title={reason(w)} />
      </Screen>
    ),
  })),
  ...[false, true].map((isAlert) => ({
    component: 'Modal',
    state: isAlert ? 'an alert' : 'a dialog',
    isAlone: true,
    show: (w: Words) => (
      <Modal
        open
        alert={isAlert}
        title={w('Wirklich abbrechen?', 'Really cancel?', 'هل تريد الإلغاء؟')}
        actions={
          <>
            <Button kind="primary" onPress={nothing}>
              {w('Weiter ausfüllen', 'Go on', 'متابعة')}
            </Button>
            <Button kind="secondary" onPress={nothing}>
              {w('Abbrechen', 'Cancel', 'إلغاء')}
            </Button>
          </>
        }
      >
        <p>{reason(w)}</p>
      </Modal>
    ),
  })),
  {
    component: 'OpaqueCover',
    state: 'counting down',
    isAlone: true,
    show: (w) => (
      <OpaqueCover
        open
        title={w('Sind Sie noch da?', 'Are you still there?', 'هل ما زلت هنا؟')}
        action={{ label: w('Ja, weiter', 'Yes, go on', 'نعم'), onPress: nothing }}
        secondary={{ label: help(w), onPress: nothing }}
        countdown={{ left: 21, total: 60 }}
      >
        {w('Ihre Angaben bleiben gespeichert.', 'Your answers are kept.', 'تبقى إجاباتك محفوظة.')}
      </OpaqueCover>
    ),
  },
  {
    component: 'OpaqueCover',
    state: 'without a ring',
    isAlone: true,
    show: (w) => (
      <OpaqueCover open title={w('Einen Moment bitte', 'One moment please', 'لحظة من فضلك')}>
        {w('Das Tablet wird eingerichtet.', 'The tablet is being set up.', 'يتم إعداد الجهاز.')}
      </OpaqueCover>
    ),
  },
];

export const FRAME: readonly Sample[] = [...BUTTONS, ...NOTICES, ...PARTS, ...PAGES];
