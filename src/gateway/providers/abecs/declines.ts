import { readFileSync } from 'node:fs';
import type { Decline, DeclineClass } from '../outcome.ts';
import { COLUMNS, type CodeLine, type Column, parseCodeTable } from './code-table.ts';
import { merchantAdviceFor } from './merchant-advice.ts';
import { schemeRuleFor, schemeRules } from './scheme-rules.ts';

const COLUMN_OF_BRAND: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['ELO', 'elo'],
  ['VISA', 'visa'],
  ['MASTERCARD', 'mastercard'],
  ['HIPERCARD', 'mastercard'],
  ['AMEX', 'amex'],
]);

/** Columns whose codes come from ISO 8583. The numbers of Amex mean something else. */
const ISO_COLUMNS: readonly Column[] = ['elo', 'visa', 'mastercard'];

const GENERIC_SCENARIO = '005';

/** From "try again soon" to "never with this card". */
const FROM_MILD_TO_STRICT: readonly DeclineClass[] = [
  'soft_technical',
  'soft_customer',
  'wrong_function',
  'fix_data',
  'authentication',
  'merchant_config',
  'hard',
];

const { lines } = parseCodeTable(readFileSync(new URL('./abecs-codes.csv', import.meta.url), 'utf8'));
const byScenario = Map.groupBy(lines, (line) => line.scenario);
const generic = genericLine();
const byColumn = new Map(COLUMNS.map((column) => [column, columnDeclines(column)]));
const common = commonDeclines();

/** Scenarios that stand for one of the issuer's codes. */
export const issuerScenarios: readonly string[] = [...byScenario.keys()].filter((name) => name !== '');

/** Every code of a refusal that one of the card schemes has. */
export const schemeCodes: readonly string[] = [
  ...new Set([
    ...linesByCode(COLUMNS).keys(),
    ...schemeRules.filter(({ kind }) => kind === 'response').map(({ code }) => code),
  ]),
];

/**
 * Text and class of a refusal, by brand and code (docs/contract/acquirers.md H): the same code means different
 * things on different brands. A code unknown to the brand takes its meaning from the other brands if these
 * agree, and is a generic refusal otherwise. A rule of the scheme that is newer than the table decides alone, and
 * `merchantAdviceCode` on Mastercard.
 */
export function declineFor(brand: string | undefined, code: string, merchantAdviceCode?: string): Decline {
  const column = COLUMN_OF_BRAND.get(brand ?? '');
  const rule = schemeRuleFor(brand, 'response', code);
  const known = rule ? declineOf(code, rule) : column && byColumn.get(column)?.get(code);
  const decline = known ?? common.get(code) ?? declineOf(code, generic);
  const advice = brand === 'MASTERCARD' ? merchantAdviceFor(merchantAdviceCode) : undefined;
  if (!advice) return decline;
  return { ...decline, declineClass: advice.declineClass, reversible: advice.reversible };
}

/**
 * The code that issuers of a brand send for a scenario: three digits of which the last two are usually the code itself.
 * `063` is `N7` on Visa. Brands without a code of their own for it send those two digits.
 */
export function codeFor(brand: string | undefined, scenario: string): string {
  const column = COLUMN_OF_BRAND.get(brand ?? '');
  const own = column && byScenario.get(scenario)?.find((line) => line.codes[column].issuer.length > 0);
  return (column && own?.codes[column].issuer[0]) ?? scenario.replace(/^0/, '');
}

function genericLine(): CodeLine {
  const line = byScenario.get(GENERIC_SCENARIO)?.[0];
  if (line === undefined) throw new Error(`ABECS table: no line for scenario ${GENERIC_SCENARIO}`);
  return line;
}

function columnDeclines(column: Column): ReadonlyMap<string, Decline> {
  return new Map([...linesByCode([column])].map(([code, sharing]) => [code, merged(code, sharing)]));
}

/** Meanings for brands that have no column or lack this code: only where all brands that have the code agree. */
function commonDeclines(): ReadonlyMap<string, Decline> {
  const declines = new Map<string, Decline>();
  for (const [code, sharing] of linesByCode(ISO_COLUMNS)) {
    const agreed = sharing.every((line) => line.situation === sharing[0]?.situation);
    const reversible = sharing.every((line) => line.reversible);
    declines.set(code, agreed ? merged(code, sharing) : { ...declineOf(code, generic), reversible });
  }
  return declines;
}

function linesByCode(columns: readonly Column[]): ReadonlyMap<string, readonly CodeLine[]> {
  const found = new Map<string, CodeLine[]>();
  for (const line of lines) {
    const codes = columns.flatMap((column) => [...line.codes[column].issuer, ...line.codes[column].acquirer]);
    for (const code of new Set(codes)) {
      const sharing = found.get(code);
      if (sharing) sharing.push(line);
      else found.set(code, [line]);
    }
  }
  return found;
}

/**
 * A code on several lines does not tell which one is meant: the stricter flag and retry class win, with the milder text
 * for the buyer.
 */
function merged(code: string, sharing: readonly CodeLine[]): Decline {
  const mildest = sharing.find((line) => line.reversible) ?? sharing[0] ?? generic;
  const strictness = sharing.map((line) => FROM_MILD_TO_STRICT.indexOf(line.declineClass));
  return {
    code,
    message: mildest.message,
    declineClass: FROM_MILD_TO_STRICT[Math.max(...strictness)] ?? mildest.declineClass,
    reversible: sharing.every((line) => line.reversible),
  };
}

function declineOf(code: string, line: Pick<CodeLine, 'message' | 'declineClass' | 'reversible'>): Decline {
  return { code, message: line.message, declineClass: line.declineClass, reversible: line.reversible };
}
