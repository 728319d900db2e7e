/** What the bench uses of @react-pdf/renderer, so that types hold where the benches' packages are not installed. */
declare module '@react-pdf/renderer' {
  import type { ReactElement, ReactNode } from 'react';
  type Style = Record<string, string | number>;
  interface BoxProps { style?: Style; wrap?: boolean; children?: ReactNode }
  export function Document(props: { title?: string; language?: string; children: ReactNode }): ReactElement;
  export function Page(props: { size: 'A4'; style?: Style; children: ReactNode }): ReactElement;
  export function View(props: BoxProps): ReactElement;
  export function Text(props: BoxProps): ReactElement;
  export function Svg(props: { viewBox: string; style?: Style; children?: ReactNode }): ReactElement;
  export function Path(props: { d: string; stroke: string; strokeWidth: number; fill?: string }): ReactElement;
  export const Font: { register(font: { family: string; fonts: { src: string; fontWeight: number }[] }): void };
  export function renderToBuffer(document: ReactElement): Promise<Buffer>;
}
