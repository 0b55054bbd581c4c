import { readFile } from 'node:fs/promises';
import { refuseAccount } from '../../accounts/refusals.ts';
import { addressOfLinks } from '../../composition/config/served-address.ts';
import type { Rooms } from '../../composition/rooms.ts';
import { acquirersOfCommand } from '../../composition/wiring/acquirers.ts';
import { detectBrand } from '../../gateway/card-data/index.ts';
import { MOST_TRIED_SALES, tryOnLastSales } from '../../gateway/payments/index.ts';
import {
  acquirerRefuse,
  missingAccounts,
  momentOf,
  type NumberedRuleSet,
  parseRuleSet,
  type RulesOwner,
  readPaymentToTry,
  requireConnectors,
} from '../../gateway/providers/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  type OptionSpec,
  UsageError,
} from '../line/command.ts';
import { readId } from '../line/values.ts';
import { choiceText, rulesTable, trialText, versionsTable } from './routing-text.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID' };
const INSTALLATION: OptionSpec = { summary: 'as regras da casa, para pessoas sem regras próprias' };
const VERSION: OptionSpec = { summary: 'esta versão, em vez da ativa', value: 'N' };
const MAX_FILE = 1_000_000;

const set: Command = {
  name: 'routing set',
  summary: 'guarda uma nova versão das regras de rota, que ainda não vale',
  options: {
    person: PERSON,
    installation: INSTALLATION,
    file: {
      summary: 'arquivo JSON com as regras; - lê a entrada padrão',
      value: 'ARQUIVO|-',
      required: true,
    },
  },
  details: () =>
    [
      'O arquivo: {"rules":[{"name":"Débito na Rede","when":{"kinds":["debit"]},"accounts":["REDE","CIELO"]}]}',
      'A primeira regra cujas condições valem decide; a ordem das contas é a ordem das tentativas.',
      'O esquema JSON está em docs/rotas.schema.json e o guia em docs/guias/rotas.md.',
    ].join('\n'),
  run: async (context, args) => {
    const owner = ownerOf(args);
    const { mode } = context.config;
    const rules = parseRuleSet(await textOf(context, args.text('file')));
    requireConnectors(rules, mode);
    const rooms = await context.rooms();
    await requirePerson(rooms, owner);
    const missing = await missingAccounts(rooms.merchantAccounts, owner, { rules, mode });
    const version = await rooms.routing.add(owner, rules);
    return {
      record: { version, active: false },
      text: `Versão ${version} salva. Ela ainda não vale: veja o que muda com routing test e ative com routing activate.`,
      note: missing.length > 0 ? `Sem conta em ${missing.join(', ')}: as regras passam adiante.` : undefined,
    };
  },
};

const activate: Command = {
  name: 'routing activate',
  summary: 'faz valer uma versão das regras de rota; 0 desativa as regras',
  positionals: ['VERSAO'],
  options: { person: PERSON, installation: INSTALLATION },
  run: async (context, args) => {
    const owner = ownerOf(args);
    const text = args.positional('VERSAO');
    const version = text === '0' ? 0 : readId(text, 'VERSAO');
    const rooms = await context.rooms();
    await requirePerson(rooms, owner);
    await rooms.routing.activate(owner, version);
    return {
      record: { version, active: version > 0 },
      text: version > 0 ? `A versão ${version} vale a partir de agora.` : 'As regras não valem mais.',
    };
  },
};

const show: Command = {
  name: 'routing show',
  summary: 'mostra as versões das regras de rota e as regras da que vale',
  options: {
    person: { ...PERSON, summary: 'número da pessoa; sem ela, as regras da casa' },
    version: VERSION,
  },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const owner: RulesOwner = person === undefined ? 'installation' : readId(person, '--person');
    const wanted = versionOf(args);
    const { routing } = await context.rooms();
    const { versions, active } = await routing.of(owner);
    const version = wanted ?? active?.version;
    const shown = version === undefined ? undefined : await routing.find(owner, version);
    if (wanted !== undefined && !shown) throw acquirerRefuse('routing_version_unknown');
    return {
      record: {
        active: active?.version ?? null,
        version: shown?.version ?? null,
        rules: shown?.rules ?? [],
        versions: versions.map((one) => ({
          version: one.version,
          createdAt: new Date(one.createdAt).toISOString(),
          active: one.version === active?.version,
        })),
      },
      text: [
        versionsTable(versions, active, context.timeZone),
        ...(shown ? [`Versão ${shown.version}:`, rulesTable(shown.rules)] : []),
      ].join('\n\n'),
    };
  },
};

const test: Command = {
  name: 'routing test',
  summary: 'diz o que as regras escolheriam, sem vender nada',
  options: {
    person: { ...PERSON, required: true },
    version: VERSION,
    installation: { summary: 'a versão é das regras da casa' },
    payment: {
      summary: 'um pagamento, em JSON e sem número de cartão; - lê a entrada padrão',
      value: 'ARQUIVO|-',
    },
    last: { summary: `as últimas vendas com cartão, até ${MOST_TRIED_SALES}`, value: 'N' },
  },
  details: () =>
    [
      'O pagamento: {"amount":10000,"kind":"credit","brand":"VISA","installments":3}. Também cabem bin, plan, recurrence,',
      'storedCard, threeDs, proof, saveCard, capture, referenceId e at ("2026-11-26T12:00").',
    ].join('\n'),
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const [payment, last] = [args.optionalText('payment'), args.optionalText('last')];
    if ((payment === undefined) === (last === undefined)) {
      throw new UsageError('Informe --payment ou --last, um dos dois.');
    }
    const written = payment === undefined ? undefined : jsonOf(await textOf(context, payment));
    const rooms = await context.rooms();
    await requirePerson(rooms, personId);
    const ruleSet = await triedRules(rooms, personId, args);
    const { config, timeZone } = context;
    const acquirers = acquirersOfCommand({
      config,
      rooms,
      log: { warn: () => undefined, error: () => undefined },
      publicUrl: () => addressOfLinks(config),
    });
    const time = localTime(timeZone);
    if (last === undefined) {
      const tried = readPaymentToTry(written, personId, detectBrand);
      const at = tried.at ?? momentOf(time.iso(rooms.clock.now()));
      const choice = await acquirers.tryRules(personId, tried.payment, { ruleSet, at });
      if (!choice) throw acquirerRefuse('provider_missing');
      const { account, rule = null, version = null, struckOut } = choice;
      return { record: { account, rule, version, struckOut }, text: choiceText(choice) };
    }
    const trial = await tryOnLastSales(
      { acquirers, accounts: rooms.merchantAccounts, rules: rooms.routing, sales: rooms.sales, time },
      personId,
      { ruleSet, last: Math.min(readId(last, '--last'), MOST_TRIED_SALES) },
    );
    return {
      record: { version: ruleSet.version, ...trial },
      text: trialText(ruleSet.version, trial, timeZone),
    };
  },
};

export const routingCommands: readonly Command[] = [set, activate, show, test];

function ownerOf(args: Arguments): RulesOwner {
  const person = args.optionalText('person');
  if ((person === undefined) === !args.flag('installation')) {
    throw new UsageError('Informe --person ou --installation, um dos dois.');
  }
  return person === undefined ? 'installation' : readId(person, '--person');
}

function versionOf(args: Arguments): number | undefined {
  const text = args.optionalText('version');
  return text === undefined ? undefined : readId(text, '--version');
}

async function requirePerson({ accounts }: Rooms, owner: RulesOwner): Promise<void> {
  if (owner !== 'installation' && !(await accounts.findPerson(owner))) throw refuseAccount('person_unknown');
}

/** The version that was asked for; otherwise what is active, or no rules. */
async function triedRules({ routing }: Rooms, personId: number, args: Arguments): Promise<NumberedRuleSet> {
  const version = versionOf(args);
  if (version === undefined) return (await routing.activeFor(personId)) ?? { version: 0, rules: [] };
  const isOfHouse = args.flag('installation');
  const found = await routing.find(isOfHouse ? 'installation' : personId, version);
  if (!found) throw acquirerRefuse('routing_version_unknown');
  return isOfHouse ? { ...found, isOfHouse } : found;
}

async function textOf(context: CommandContext, file: string): Promise<string> {
  if (file === '-') return context.readAll();
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || bytes.length > MAX_FILE) {
    throw new UsageError(`O arquivo ${file} não pôde ser lido.`, 'Ele pode ter até 1 MB.');
  }
  return bytes.toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw acquirerRefuse('routing_payment_invalid', { message: 'O pagamento não é um JSON.' });
  }
}
