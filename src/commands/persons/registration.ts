import type { Command } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, spokenTime } from '../line/times.ts';
import { readBlock, readId, readLastDay } from '../line/values.ts';

const refuse: Command = {
  name: 'person refuse',
  summary: 'recusa uma pessoa que aguarda ativação: o cadastro é apagado',
  positionals: ['ID'],
  options: {},
  run: async (context, args) => {
    const id = readId(args.positional('ID'), 'ID');
    const { accounts } = await context.rooms();
    await accounts.refusePerson(id);
    return { record: { id }, text: `Pessoa ${id}: cadastro recusado e apagado.` };
  },
};

const remove: Command = {
  name: 'person remove',
  summary: 'apaga de uma vez os cadastros feitos sem chave que aguardam ativação',
  options: {
    waiting: { summary: 'confirma que são os que aguardam; os ativos nunca são apagados', required: true },
    network: { summary: 'só os que vieram desta rede, ou da rede deste endereço', value: 'REDE' },
    before: { summary: 'só os feitos até este dia, inclusive', value: 'AAAA-MM-DD' },
  },
  run: async (context, args) => {
    const network = args.optionalText('network');
    const before = args.optionalText('before');
    const which = {
      block: network === undefined ? undefined : readBlock(network, '--network'),
      before: before === undefined ? undefined : readLastDay(before, context.timeZone, '--before'),
    };
    const { accounts } = await context.rooms();
    const removed = await accounts.removeRegistrations(which);
    return { record: { removed }, text: `Cadastros apagados: ${removed}.` };
  },
};

const networks: Command = {
  name: 'person networks',
  summary: 'mostra de que redes vieram os cadastros sem chave que aguardam, as maiores primeiro',
  options: {},
  run: async (context) => {
    const { accounts } = await context.rooms();
    const blocks = await accounts.registrationBlocks();
    const rows = blocks.map(({ block, waiting, oldestAt }) => [
      block || '(não anotada)',
      String(waiting),
      spokenTime(oldestAt, context.timeZone),
    ]);
    return {
      record: {
        networks: blocks.map(({ block, waiting, oldestAt }) => ({
          network: block || null,
          waiting,
          oldestAt: isoTime(oldestAt),
        })),
      },
      text: rows.length === 0 ? 'Nenhum cadastro.' : textTable(['Rede', 'Aguardam', 'O mais antigo'], rows),
    };
  },
};

/** `person` commands about registrations that wait for the operator. */
export const registrationCommands: readonly Command[] = [refuse, remove, networks];
