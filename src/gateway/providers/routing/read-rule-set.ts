import { acquirerRefuse } from '../refusals.ts';
import { type Rule, type RuleSet, RuleSetFile } from './rule-set.ts';
import { type Fault, type Schema, schemaFault } from './schema-fault.ts';

/** A rule set as somebody wrote it. Throws routing_rules_invalid with the place of the first fault, in words. */
export function readRuleSet(written: unknown): RuleSet {
  const fault =
    schemaFault(written, RuleSetFile as unknown as Schema) ?? faultOfRules((written as RuleSet).rules);
  if (!fault) return written as RuleSet;
  const { path, problem } = fault;
  throw acquirerRefuse('routing_rules_invalid', {
    field: path,
    message: `${placeOf(path, written)} ${problem}.`,
  });
}

/** As `readRuleSet`, of the text of a file. */
export function parseRuleSet(text: string): RuleSet {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw acquirerRefuse('routing_rules_invalid', { message: 'O arquivo não é um JSON.' });
  }
  return readRuleSet(written);
}

function faultOfRules(rules: readonly Rule[]): Fault | undefined {
  const names = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const at = `rules.${index}`;
    if (names.has(rule.name)) return { path: `${at}.name`, problem: 'é o nome de outra regra também' };
    names.add(rule.name);
    const fault = faultOfRule(rule);
    if (fault) return { ...fault, path: `${at}.${fault.path}` };
  }
  return undefined;
}

function faultOfRule({ when = {}, accounts, split }: Rule): Fault | undefined {
  for (const name of ['installments', 'amount'] as const) {
    const { from = 0, to = Number.POSITIVE_INFINITY } = when[name] ?? {};
    if (from > to) return { path: `when.${name}`, problem: 'tem o "from" maior que o "to"' };
  }
  if (when.hours && when.hours.from === when.hours.to) {
    return { path: 'when.hours', problem: 'começa e termina na mesma hora' };
  }
  if (new Set(accounts).size < accounts.length) {
    return { path: 'accounts', problem: 'repete uma adquirente' };
  }
  if (!split) return undefined;
  const places = split.map(({ account }) => account);
  const other = places.findIndex((account) => !accounts.includes(account));
  if (other >= 0) {
    return { path: `split.${other}.account`, problem: `deve estar em "accounts": ${accounts.join(', ')}` };
  }
  if (new Set(places).size < places.length) return { path: 'split', problem: 'repete uma adquirente' };
  return split.some(({ weight }) => weight > 0)
    ? undefined
    : { path: 'split', problem: 'precisa de um peso acima de zero' };
}

/** `Na regra 2 ("Débito"), when.bins, item 3`. */
function placeOf(path: string, written: unknown): string {
  const [, index, ...rest] = path.split('.');
  if (index === undefined) return path === '' ? 'O arquivo' : `O campo ${path}`;
  const rule = (written as { rules?: { name?: unknown }[] }).rules?.[Number(index)];
  const name = typeof rule?.name === 'string' && rule.name.length <= 60 ? ` ("${rule.name}")` : '';
  const place = `Na regra ${Number(index) + 1}${name}`;
  if (rest.length === 0) return `${place}: ela`;
  const inWords = rest.map((part) => (/^\d+$/.test(part) ? `item ${Number(part) + 1}` : part));
  return `${place}: ${inWords
    .join('.')
    .replaceAll('.item', ', item')
    .replace(/(item \d+)\./g, '$1, ')}`;
}
