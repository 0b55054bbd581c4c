/**
 * Characters that could control a terminal, break a line, or change the direction of text: many texts come from shops.
 */
const NOT_PRINTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** Line ends and indentation belong to the layout: JSON has escaped those within its texts. */
const NOT_PRINTED_IN_JSON = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** One line of plain text; other characters show as `�`. */
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
