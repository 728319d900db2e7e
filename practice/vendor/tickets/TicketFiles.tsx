// Files of a message: pictures small, opened in their own window with a press.

import { UnstyledButton } from '@mantine/core';
import { IconFileText, IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TicketFile } from '../../../shared/vendor/tickets.schema.ts';
import { describeError, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { openFile } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useTicketTexts } from './ticket-texts.ts';

interface Props {
  files: readonly TicketFile[];
  read: (fileId: string) => Promise<Blob>;
}

export function TicketFiles({ files, read }: Props) {
  const t = useTicketTexts(),
    ui = useUiTexts(),
    language = useLanguage();
  const open = (file: TicketFile): void => {
    openFile(() => read(file.id), nameOf(file)).catch((error: unknown) =>
      say(describeError(error, ui, language)),
    );
  };
  return (
    <ul className="tk-shown">
      {files.map((file, at) => {
        const label = t(file.mime === 'image/webp' ? 'files.picture' : 'files.pdf', { n: at + 1 });
        return (
          <li key={file.id}>
            <UnstyledButton className="tk-file" aria-label={label} onClick={() => open(file)}>
              {file.mime === 'image/webp' ? (
                <Thumb file={file} read={read} />
              ) : (
                <IconFileText size={28} stroke={1.5} aria-hidden />
              )}
              <span className="tk-small">{label}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
const nameOf = ({ id, mime }: TicketFile): string =>
  `${id}.${mime === 'image/webp' ? 'webp' : 'pdf'}`;

function Thumb({ file, read }: { file: TicketFile; read: Props['read'] }) {
  const picture = useQuery({
    queryKey: ['ticket-file', file.id],
    queryFn: () => read(file.id),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const [url, setUrl] = useState<string | null>(null),
    { data } = picture;
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (picture.isError) return <IconPhotoOff size={28} stroke={1.5} aria-hidden />;
  return url === null ? (
    <span className="tk-thumb" />
  ) : (
    <img className="tk-thumb" src={url} alt="" />
  );
}
