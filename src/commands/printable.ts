/** What could command a terminal, make a line, or turn the order of a text round: many texts come from shops. */
const NOT_PRINTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** Line ends and indents are the layout's own: JSON has escaped those within its texts. */
const NOT_PRINTED_IN_JSON = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** One line of plain text; what is none shows as `�`. */
export function printableText(text: string): string {
  return text.replace(NOT_PRINTED, '�');
}

/** Indented JSON that reads back as the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    NOT_PRINTED_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
