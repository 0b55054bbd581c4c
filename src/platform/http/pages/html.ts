const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send; only `html` and `trustedMarkup` create it. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Html = Markup;

/** Absent and `undefined` show nothing; a list shows its parts one below the other. */
export type Shown = Html | string | number | undefined | readonly Html[];

/**
 * Markup from a template: every text put into it is escaped, for contents and for attributes in double quotes.
 * Addresses in `href` and `action` must have been checked to be http(s): escaping does not make `javascript:` harmless.
 */
export function html(template: TemplateStringsArray, ...values: readonly Shown[]): Html {
  return new Markup(String.raw({ raw: template }, ...values.map(markupOf)));
}

/** Markup that stands in files of this project. Never for text from outside: nothing in it is escaped. */
export function trustedMarkup(text: string): Html {
  return new Markup(text);
}

function markupOf(value: Shown): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(markupOf).join('\n');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
