const PRODUCT = /guich[eê]/giu;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** How many ways there are, roughly, to add a year, the product's name and a sign to a word. */
export const USUAL_ADDITIONS = 1_000;

/**
 * What is left of a password without the product's name and years, which people add to reach the length that is asked
 * for; undefined where there is none of them.
 */
export function withoutUsual(password: string): string | undefined {
  const text = password.normalize('NFKC');
  const rest = text.replace(PRODUCT, ' ').replace(YEAR, ' ');
  return rest === text ? undefined : rest.replace(AROUND, '');
}
