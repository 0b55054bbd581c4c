import type { TSchemaOptions } from 'typebox';
import { Text } from '../../platform/http/index.ts';
import { isVisible } from '../../platform/text/visible-text.ts';
import { missingParameter } from './refusals.ts';

/** Longest text of a record, and longest description (docs/contract/decided.md 4). */
export const MAX_TEXT_CHARACTERS = 255;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** Trimmed. Refuses a text of which nothing can be seen. */
export function requiredText(field: string, text: string): string {
  const trimmed = text.trim();
  if (!isVisible(trimmed)) throw missingParameter(field);
  return trimmed;
}

/** An edited value: undefined keeps the current one, null clears it. */
export type Edited<Value> = Value | null | undefined;

/** The value after an edit. */
export function edited<Value>(sent: Edited<Value>, current: Value | undefined): Value | undefined {
  return sent === undefined ? current : (sent ?? undefined);
}

/** The trimmed text after an edit. */
export function editedText(sent: Edited<string>, current: string | undefined): string | undefined {
  return edited(sent, current)?.trim() || undefined;
}

/** No line breaks of any kind, and no characters that disguise a text by changing its direction. */
// Written as ranges: not every tool that reads the API reference knows Unicode's property names.
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$';

/** Text of one line: what a table, a receipt and a terminal's display can show. */
export function Line(options: TSchemaOptions = {}) {
  return Text({ maxLength: MAX_TEXT_CHARACTERS, pattern: ONE_LINE, ...options });
}

/** Text of several lines. */
export function Paragraphs(options: TSchemaOptions = {}) {
  return Text({ maxLength: MAX_DESCRIPTION_CHARACTERS, ...options });
}
