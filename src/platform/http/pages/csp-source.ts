import { createHash } from 'node:crypto';

/** A style sheet or script that stands in a page, as its Content-Security-Policy names it. */
export function cspSourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
