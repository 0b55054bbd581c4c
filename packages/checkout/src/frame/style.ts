/** The names of each kind of value: colors, lengths, fonts, and light or dark. */
const RULES: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [
    /^(?:color|background|pageBackground|(?:border|focus|error|label|placeholder)Color)$/,
    /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/deg]{1,40}\))$/i,
  ],
  [/^(?:border(?:Radius|Width)|fontSize|gap|padding)$/, /^\d{1,2}(?:\.\d{1,3})?(?:px|r?em)$/],
  [/^fontFamily$/, /^[\w\s,'"-]{1,200}$/],
  [/^colorScheme$/, /^(?:light|dark)$/],
];

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
    const isAllowed = RULES.some(([names, values]) => names.test(name) && values.test(String(value)));
    if (typeof value !== 'string' || !isAllowed) refused.push(name);
    else properties.push([name === 'colorScheme' ? 'color-scheme' : `--${name}`, value]);
  }
  return { properties, refused };
}
