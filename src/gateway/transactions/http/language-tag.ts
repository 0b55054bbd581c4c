const LETTER = '[a-zA-Z]';
const ALPHANUMERIC = '[a-zA-Z0-9]';

const LANGUAGE = `(?:${LETTER}{2,3}(?:-${LETTER}{3}){0,3}|${LETTER}{4,8})`;
const SCRIPT = `(?:-${LETTER}{4})?`;
const REGION = `(?:-(?:${LETTER}{2}|[0-9]{3}))?`;
const VARIANTS = `(?:-(?:${ALPHANUMERIC}{5,8}|[0-9]${ALPHANUMERIC}{3}))*`;
const EXTENSIONS = `(?:-[0-9a-wy-zA-WY-Z](?:-${ALPHANUMERIC}{2,8})+)*`;
const PRIVATE_USE = `[xX](?:-${ALPHANUMERIC}{1,8})+`;
/** Registered before the grammar, and outside of it. */
const IRREGULAR = ['en-gb-oed', 'sgn-be-fr', 'sgn-be-nl', 'sgn-ch-de']
  .concat(
    ['ami', 'bnn', 'default', 'enochian', 'hak', 'klingon', 'lux'].map((language) => `i-${language}`),
    ['mingo', 'navajo', 'pwn', 'tao', 'tay', 'tsu'].map((language) => `i-${language}`),
  )
  .map(inAnyCase);

const REGULAR = `${LANGUAGE}${SCRIPT}${REGION}${VARIANTS}${EXTENSIONS}(?:-${PRIVATE_USE})?`;

/**
 * A language tag of BCP 47 by its grammar (RFC 5646, 2.1), as a pattern for JSON schema. `Intl` does not
 * serve: it refuses valid tags, such as private use and extended languages.
 */
export const LANGUAGE_TAG_PATTERN = `^(?:${[REGULAR, PRIVATE_USE, ...IRREGULAR].join('|')})$`;

/** JSON schema patterns have no flags. */
function inAnyCase(tag: string): string {
  return tag.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
