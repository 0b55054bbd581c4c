import { readFile } from 'node:fs/promises';
import { refuseAccount } from '../../accounts/refusals.ts';
import { FeeTableFault } from '../../gateway/money/index.ts';
import { readProvider } from '../../gateway/providers/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { type Command, type OptionSpec, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { readDay, readId } from '../line/values.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID', required: true };
const PROVIDER: OptionSpec = { summary: 'adquirente ou banco, como REDE', value: 'NOME' };
const MAX_CHARACTERS = 65_536;

const EXAMPLE = `A tabela é um JSON; percent em %, fixed em centavos por venda, * as outras bandeiras:
{"credit": {"VISA": {"1": {"percent": "2.50", "fixed": "0"}, "2-6": {"percent": "3.20"}},
            "*": {"1-12": {"percent": "3.90"}}},
 "debit": {"*": {"1": {"percent": "1.50"}}}, "pix": {"fixed": "99"}, "bankSlip": {"fixed": "350"}}
Com "prepayment": 1 ou 2, todo o crédito cai nesse número de dias úteis.`;

const set: Command = {
  name: 'fees set',
  summary: 'diz as taxas que uma pessoa paga a uma adquirente, a partir de um dia',
  options: {
    person: PERSON,
    provider: { ...PROVIDER, required: true },
    from: { summary: 'primeiro dia de vendas com estas taxas', value: 'AAAA-MM-DD', required: true },
    file: { summary: 'arquivo com a tabela', value: 'ARQUIVO', required: true },
  },
  details: () => EXAMPLE,
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = providerOf(args.text('provider'));
    const firstDay = readDay(args.text('from'), '--from');
    const content = await contentOf(args.text('file'));
    const { accounts, money } = await context.rooms();
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
    try {
      await money.fees.set({ personId, provider, firstDay, content });
    } catch (fault) {
      if (fault instanceof FeeTableFault)
        throw new UsageError(`A tabela não serve: ${fault.message}.`, EXAMPLE);
      throw fault;
    }
    return {
      text: `Taxas de ${provider} da pessoa ${personId} a partir de ${firstDay} salvas. O que há a receber de vendas desde esse dia é calculado de novo.`,
      record: { personId, provider, firstDay },
    };
  },
};

const show: Command = {
  name: 'fees show',
  summary: 'mostra as taxas de uma pessoa, da mais nova para a mais antiga',
  options: { person: PERSON, provider: PROVIDER },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const given = args.optionalText('provider');
    const provider = given === undefined ? undefined : providerOf(given);
    const { money } = await context.rooms();
    const { day } = localTime(context.timeZone);
    const versions = await money.fees.list(personId, provider);
    const rows = versions.map((one) => [one.provider, one.firstDay, day(one.createdAt), one.content]);
    return {
      text:
        versions.length === 0
          ? 'Nenhuma taxa foi dita: o líquido esperado é igual ao bruto. Diga-as com fees set.'
          : textTable(['Adquirente', 'Desde', 'Dita em', 'Tabela'], rows),
      record: {
        personId,
        fees: versions.map((one) => ({
          provider: one.provider,
          from: one.firstDay,
          table: JSON.parse(one.content) as unknown,
        })),
      },
    };
  },
};

export const feeCommands: readonly Command[] = [set, show];

function providerOf(text: string): string {
  const provider = readProvider(text);
  if (provider === undefined) throw new UsageError(`--provider não pode ser "${text}".`);
  return provider;
}

/** On one line, as `fees show` writes it. */
async function contentOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined || text.length > MAX_CHARACTERS) {
    throw new UsageError(`--file ${path} não pôde ser lido.`, 'É um arquivo JSON de até 64 kB.');
  }
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new UsageError(`O arquivo ${path} não é JSON.`, EXAMPLE);
  }
}
