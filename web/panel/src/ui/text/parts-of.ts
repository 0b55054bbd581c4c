/** `loja.`, `example`: where a name without spaces may be broken. */
export function partsOf(text: string): readonly string[] {
  return text.split(/(?<=[./:@_-])|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
}
