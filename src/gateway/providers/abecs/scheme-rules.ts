import { readFileSync } from 'node:fs';
import { type DeclineClass, isDeclineClass } from '../outcome.ts';

/** What a card scheme says of one of its codes, with the day and the source of it. */
export interface SchemeRule {
  /** Brand in capitals. */
  readonly scheme: string;
  readonly kind: 'response' | 'advice';
  readonly code: string;
  readonly declineClass: DeclineClass;
  readonly reversible: boolean;
  /** How long to wait before the next try; undefined where the scheme names no time. */
  readonly waitHours: number | undefined;
  /** yyyy-MM-dd */
  readonly since: string;
  readonly source: string;
  /** For buyers and merchants; empty for an advice code, beside which the response code says why. */
  readonly message: string;
}

const HEADER = 'scheme,kind,code,class,reversible,wait_hours,since,source,text';
const LINE =
  /^(ELO|VISA|MASTERCARD|AMEX),(response|advice),(\w{2}),(\w+),([RI]),(\d*),(2\d{3}-\d\d-\d\d),([^,]+),([^,]*)$/;

/** Throws with the number of the faulty line. */
export function parseSchemeRules(text: string): readonly SchemeRule[] {
  const rows = text.split(/\r?\n/).map((row, index) => ({ row, number: index + 1 }));
  const [header, ...lines] = rows.filter(({ row }) => row !== '' && !row.startsWith('#'));
  if (header?.row !== HEADER) throw new Error(`scheme rules: expected ${HEADER}`);
  return lines.map(({ row, number }) => {
    const [
      ,
      scheme = '',
      kind,
      code = '',
      declineClass = '',
      reversible,
      hours,
      since = '',
      source = '',
      message = '',
    ] = LINE.exec(row) ?? [];
    const hasText = kind === 'advice' || message !== '';
    if (scheme === '' || !isDeclineClass(declineClass) || !hasText)
      throw new Error(`scheme rules, line ${number}: ${row}`);
    return {
      scheme,
      kind: kind === 'advice' ? 'advice' : 'response',
      code,
      declineClass,
      reversible: reversible === 'R',
      waitHours: hours === '' ? undefined : Number(hours),
      since,
      source,
      message,
    };
  });
}

/** The rules in force. */
export const schemeRules = parseSchemeRules(
  readFileSync(new URL('./scheme-rules.csv', import.meta.url), 'utf8'),
);

const byName = new Map(schemeRules.map((rule) => [nameOf(rule.scheme, rule.kind, rule.code), rule]));

/** Undefined for a code of which the scheme has decided nothing new. */
export function schemeRuleFor(
  scheme: string | undefined,
  kind: SchemeRule['kind'],
  code: string,
): SchemeRule | undefined {
  return byName.get(nameOf(scheme ?? '', kind, code));
}

function nameOf(scheme: string, kind: string, code: string): string {
  return `${scheme} ${kind} ${code}`;
}
