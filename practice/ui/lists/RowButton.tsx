// The quiet button at the end of a row. A list has hundreds of them.

import './row-parts.css';
import type { ComponentProps } from 'react';

export function RowButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={`p-rowbutton p-noprint ${className}`} {...rest} />;
}
