import type { FieldsStyle } from '../fields/messages.ts';

const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/deg]{1,40}\))$/i;
const LENGTH = /^\d{1,2}(?:\.\d{1,3})?(?:px|rem|em)$/;
const FONT = /^[\w\s,'"-]{1,200}$/;

const ALLOWED: Readonly<Record<keyof FieldsStyle, RegExp>> = {
  color: COLOR,
  background: COLOR,
  pageBackground: COLOR,
  borderColor: COLOR,
  borderRadius: LENGTH,
  borderWidth: LENGTH,
  focusColor: COLOR,
  errorColor: COLOR,
  labelColor: COLOR,
  placeholderColor: COLOR,
  fontFamily: FONT,
  fontSize: LENGTH,
  gap: LENGTH,
  padding: LENGTH,
  colorScheme: /^(?:light|dark)$/,
};

/**
 * The custom properties for a style, and the names of refused ones: nothing that could load or hide anything is
 * allowed.
 */
export function readStyle(style: Readonly<Record<string, unknown>>): {
  readonly properties: readonly (readonly [string, string])[];
  readonly refused: readonly string[];
} {
  const properties: (readonly [string, string])[] = [];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(style)) {
    const rule = Object.hasOwn(ALLOWED, name) ? ALLOWED[name as keyof FieldsStyle] : undefined;
    if (typeof value !== 'string' || !rule?.test(value)) refused.push(name);
    else properties.push([name === 'colorScheme' ? 'color-scheme' : `--${name}`, value]);
  }
  return { properties, refused };
}
