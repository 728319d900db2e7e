/** Reads a QR code with the tablet's camera, by default the registration code; lazy-loaded. */
import jsQR from 'jsqr';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { codeFromScan } from './scannedCode.ts';

const LOOK_MS = 200;
/**
 * Large enough for a QR code of 40 characters, small enough for a tablet of 2020 (62 ms a picture).
 */
const PICTURE_PX = 640;

export interface CodeCameraProps {
  /** Ten symbols without a dash, or the result of `read`. */
  readonly onCode: (code: string) => void;
  /** Undefined for any other code. */
  readonly read?: (text: string) => string | undefined;
  readonly words?: { readonly title: string; readonly hint: string; readonly other: string };
  readonly onClose: () => void;
}

export function CodeCamera({ onCode, onClose, read = codeFromScan, words }: CodeCameraProps) {
  const { t } = useTranslation('tablet');
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'looking' | 'other' | 'failed'>('looking');
  const found = useEffectEvent(onCode),
    said = useEffectEvent(read);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    return watch(
      element,
      (text) => said(text),
      (result) => {
        if (result.code === undefined) setState(result.state);
        else found(result.code);
      },
    );
  }, []);
  return (
    <Modal
      open
      title={words?.title ?? t('camera.title')}
      onEscape={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('camera.close')}
        </Button>
      }
    >
      {state === 'failed' ? (
        <Notice kind="warn" title={t('camera.failed')} live />
      ) : (
        <p>{words?.hint ?? t('camera.hint')}</p>
      )}
      {state === 'other' && <Notice kind="info" title={words?.other ?? t('camera.other')} live />}
      <video
        ref={video}
        className="tab-camera"
        muted
        playsInline
        hidden={state === 'failed'}
        aria-hidden="true"
      />
    </Modal>
  );
}

type Look =
  | { readonly code: string }
  | { readonly code: undefined; readonly state: 'other' | 'failed' };

/**
 * Scans five pictures a second until a code is found; returns the cleanup that stops the camera.
 */
function watch(
  video: HTMLVideoElement,
  read: (text: string) => string | undefined,
  tell: (look: Look) => void,
): () => void {
  let stream: MediaStream | null = null;
  let timer = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
    window.clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
      audio: false,
    });
    if (isOver) return stop();
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    timer = window.setInterval(() => {
      const text = readPicture(video, canvas);
      if (text === undefined) return;
      const code = read(text);
      if (code === undefined) return tell({ code, state: 'other' });
      stop();
      tell({ code });
    }, LOOK_MS);
  };
  start().catch(() => {
    stop();
    tell({ code: undefined, state: 'failed' });
  });
  return stop;
}

function readPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  if (video.videoWidth === 0) return undefined;
  const scale = Math.min(1, PICTURE_PX / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(picture.data, picture.width, picture.height, { inversionAttempts: 'dontInvert' })
    ?.data;
}
