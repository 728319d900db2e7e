/**
 * A photo from the camera or this device: shrunk, stripped of metadata, shown, retaken or removed.
 * Shows a message where none can be stored.
 */
import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Attachment } from '../../../shared/forms/questionnaire/fhir.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/fields/FieldError.tsx';
import { KeyboardContext } from '../../ui/fields/keyboardContext.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useActs } from '../acts.ts';
import type { FieldProps } from './fields.ts';
import { useWords } from '../useWords.ts';

type Trouble = 'unreadable' | 'unkept' | 'full' | null;

export function PhotoAnswer({ node, value, onValue, labelledBy, id }: FieldProps) {
  const { t } = useWords();
  const acts = useActs();
  const store = acts.storePhoto();
  // Camera only on a practice tablet: its gallery must not be browsed.
  const isShared = useContext(KeyboardContext);
  const camera = useRef<HTMLInputElement>(null),
    files = useRef<HTMLInputElement>(null),
    live = useRef(true);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [taken, setTaken] = useState<{ of: Attachment; bytes: Blob } | null>(null);
  const kept = value?.valueAttachment;
  const address = usePreview(kept, taken?.of === kept ? taken?.bytes : undefined);
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
    };
  }, []);

  const { mimeTypes } = node.limits;
  const takesPhotos =
    mimeTypes.length === 0 || mimeTypes.some((one) => one === 'image/jpeg' || one === 'image/*');
  if (store === undefined || !takesPhotos)
    return <Notice kind="info" title={kept === undefined ? t('photo.cannot') : t('photo.kept')} />;

  const take = async (file: File): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      // Loaded with the first photo, see kiosk/home/later.ts.
      const photo = await import('./photo.ts')
        .then(({ photoOf }) => photoOf(file, acts.photoRoom(kept)))
        .catch(() => undefined);
      if (!photo) {
        // A photo over the size limit of a submission is reported at once, not after everything was
        // filled in.
        setTrouble(photo === null ? 'full' : 'unreadable');
        return;
      }
      const attachment = await store(photo);
      // The photo belongs to this question even when the person has turned the page meanwhile.
      setTaken({ of: attachment, bytes: new Blob([photo.bytes], { type: photo.contentType }) });
      onValue({ valueAttachment: attachment });
    } catch {
      setTrouble('unkept');
    } finally {
      if (live.current) setBusy(false);
    }
  };
  return (
    <div className="q-photo" id={id}>
      {kept !== undefined &&
        (address === undefined ? (
          <p>{t('photo.kept')}</p>
        ) : (
          <img className="q-photo__preview" src={address} alt={t('photo.alt')} />
        ))}
      <FieldError>{trouble === null ? null : t(`photo.${trouble}`)}</FieldError>
      <div className="q-buttons">
        <Button
          icon="camera"
          busy={isBusy}
          describedBy={labelledBy}
          onPress={() => camera.current?.click()}
        >
          {isBusy ? t('photo.busy') : kept === undefined ? t('photo.take') : t('photo.again')}
        </Button>
        {!isShared && (
          <Button
            icon="document"
            busy={isBusy}
            describedBy={labelledBy}
            onPress={() => files.current?.click()}
          >
            {t('photo.choose')}
          </Button>
        )}
        {kept !== undefined && (
          <Button icon="clear" describedBy={labelledBy} onPress={() => onValue(undefined)}>
            {t('photo.remove')}
          </Button>
        )}
      </div>
      <Picker input={camera} isCamera onFile={(file) => void take(file)} />
      {!isShared && <Picker input={files} onFile={(file) => void take(file)} />}
    </div>
  );
}

/**
 * The file input behind a button. The camera may stay open until the page has locked to the person
 * check and this field is unmounted: the browser still fires the event on the input, but React no
 * longer receives it. A native listener stays attached to the input.
 */
function Picker({
  input,
  isCamera = false,
  onFile,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly isCamera?: boolean;
  readonly onFile: (file: File) => void;
}) {
  const latest = useRef(onFile);
  useLayoutEffect(() => {
    latest.current = onFile;
  });
  const [listen] = useState(() => (event: Event): void => {
    const field = event.currentTarget;
    if (!(field instanceof HTMLInputElement)) return;
    const file = field.files?.[0];
    // Allows choosing the same picture again after it was removed.
    field.value = '';
    if (file) latest.current(file);
  });
  useEffect(() => {
    input.current?.addEventListener('change', listen);
  }, [input, listen]);
  return (
    <input
      ref={input}
      className="k-hidden"
      type="file"
      accept="image/*"
      {...(isCamera && { capture: 'environment' as const })}
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/**
 * URL of the stored picture while it is mounted: the one just taken, or the one stored on the
 * device.
 */
function usePreview(kept: Attachment | undefined, taken: Blob | undefined): string | undefined {
  const load = useActs().loadPhoto();
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    let isGone = false,
      made: string | undefined;
    const show = (bytes: Blob | undefined): void => {
      if (isGone || bytes === undefined) return;
      made = URL.createObjectURL(bytes);
      setAddress(made);
    };
    if (kept !== undefined) {
      if (taken) show(taken);
      // Without the picture, the text „Foto gespeichert“ is shown.
      else load?.(kept).then(show, () => undefined);
    }
    return () => {
      isGone = true;
      setAddress(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [kept, taken, load]);
  return address;
}
